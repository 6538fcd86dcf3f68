import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { none, some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, type Observable } from 'rxjs'
import { fileCheckpointStore } from '../../../lib/node.js'
import type { Bookmark } from '../../../lib/streams/polling/Bookmark.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { checkpointStoreLaws } from '../../laws/checkpointStoreLaws.js'

const done = (stream: Observable<never>): Promise<undefined> => lastValueFrom(stream, { defaultValue: undefined })

const january = bookmarkAt(Date.UTC(2026, 0, 31))
const whole = JSON.stringify({ format: 'rxbank-checkpoints-1', checkpoints: { stocks: january } })

describe('fileCheckpointStore', () => {
  let directory: string
  let file: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rxbank-checkpoints-'))
    file = join(directory, 'checkpoints.json')
  })

  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  it.each(checkpointStoreLaws)('$name', ({ check }) =>
    expect(check(() => fileCheckpointStore(file))).resolves.toBeUndefined(),
  )

  it('does nothing before somebody subscribes', () => {
    const store = fileCheckpointStore(file)
    store.load('stocks')
    store.save('stocks', bookmarkAt(0))
    expect(readdirSync(directory)).toEqual([])
  })

  it('is read by another store', async () => {
    await done(fileCheckpointStore(file).save('stocks', bookmarkAt(1)))
    symlinkSync(directory, `${directory}/link`)
    expect(await firstValueFrom(fileCheckpointStore(`${directory}/link/checkpoints.json`).load('stocks'))).toEqual(
      some(bookmarkAt(1)),
    )
  })

  it('is one store for each path, so that watchers notice that they share a key', () => {
    expect(fileCheckpointStore(join(directory, '.', 'checkpoints.json'))).toBe(fileCheckpointStore(file))
    expect(fileCheckpointStore(`${file}-2`)).not.toBe(fileCheckpointStore(file))
  })

  it('follows links to where there is nothing yet, and has one lock there', async () => {
    mkdirSync(join(directory, 'far'))
    mkdirSync(join(directory, 'near'))
    symlinkSync(join(directory, 'far'), join(directory, 'near', 'by'))
    symlinkSync('../far/hop', join(directory, 'far', 'first'))
    symlinkSync('target', join(directory, 'far', 'hop'))
    const store = fileCheckpointStore(join(directory, 'near', 'by', 'first'))
    expect(await firstValueFrom(store.load('stocks'))).toEqual(none)
    await done(store.save('stocks', bookmarkAt(1)))
    await done(store.save('stocks', bookmarkAt(2)))
    expect(readdirSync(join(directory, 'far'))).toEqual(['first', 'hop', 'target', 'target.lock'])
    expect(lstatSync(join(directory, 'far', 'first')).isSymbolicLink()).toBe(true)
    expect(await firstValueFrom(fileCheckpointStore(join(directory, 'far', 'target')).load('stocks'))).toEqual(
      some(bookmarkAt(2)),
    )
  })

  it('keeps all that is saved at once through stores of one file, by whatever way their paths lead there', async () => {
    symlinkSync(directory, `${directory}/link`)
    const stores = [
      file,
      `${directory}/link/checkpoints.json`,
      join(directory, '..', basename(directory), 'checkpoints.json'),
    ].map((path) => fileCheckpointStore(path))
    const keys = Array.from({ length: 30 }, (_, index) => `user ${String(index)}`)
    await Promise.all(
      stores.flatMap((store, at) =>
        keys.slice(at * 10, at * 10 + 10).map((key) => done(store.save(key, bookmarkAt(at)))),
      ),
    )
    const { checkpoints } = JSON.parse(readFileSync(file, 'utf8')) as { readonly checkpoints: object }
    expect(Object.keys(checkpoints).sort()).toEqual(keys.sort())
  })

  it('keeps the path from when it was made', async () => {
    const before = process.cwd()
    process.chdir(directory)
    const store = fileCheckpointStore('checkpoints.json')
    process.chdir(before)
    await done(store.save('stocks', bookmarkAt(0)))
    expect(existsSync(file)).toBe(true)
  })

  it('writes JSON that people can read, for its owner alone, and leaves nothing beside it but the lock', async () => {
    writeFileSync(file, whole, { mode: 0o644 })
    chmodSync(file, 0o644)
    await done(fileCheckpointStore(file).save('transactions', bookmarkAt(0)))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`{
  "format": "rxbank-checkpoints-1",
  "checkpoints": {
    "stocks": ${JSON.stringify(january)},
    "transactions": ${JSON.stringify(bookmarkAt(0))}
  }
}
`)
    expect(readdirSync(directory).sort()).toEqual(['checkpoints.json', 'checkpoints.json.lock'])
  })

  it('replaces what a save that was cut off has left, and follows no link there', async () => {
    const other = join(directory, 'other')
    writeFileSync(other, 'untouched')
    symlinkSync(other, `${file}.tmp`)
    await done(fileCheckpointStore(file).save('stocks', bookmarkAt(0)))
    expect(readFileSync(other, 'utf8')).toBe('untouched')
    expect(await firstValueFrom(fileCheckpointStore(file).load('stocks'))).toEqual(some(bookmarkAt(0)))
  })

  it('begins again if the file was removed', async () => {
    const store = fileCheckpointStore(file)
    await done(store.save('stocks', bookmarkAt(0)))
    rmSync(file)
    expect(await firstValueFrom(store.load('stocks'))).toEqual(none)
    await done(store.save('stocks', bookmarkAt(1)))
    expect(await firstValueFrom(store.load('stocks'))).toEqual(some(bookmarkAt(1)))
  })

  it('refuses to save anything but a bookmark, and keeps the one before', async () => {
    const store = fileCheckpointStore(file)
    await done(store.save('stocks', january))
    for (const wrong of [new Date(0), { ...january, rows: [['1']] }, bookmarkAt(NaN), undefined])
      await expect(done(store.save('stocks', wrong as Bookmark))).rejects.toMatchObject({ _tag: 'ConfigError' })
    expect(await firstValueFrom(store.load('stocks'))).toEqual(some(january))
  })

  it('has room for the bookmarks of 600 watchers with as many rows as there may be', async () => {
    const store = fileCheckpointStore(file)
    const rows = Array.from(
      { length: 500 },
      (_, id) => [String(1e12 + id), 1_769_903_999_999, 9_007_199_254_740_991] as const,
    )
    const saves = Array.from({ length: 600 }, (_, user) =>
      done(store.save(`user ${String(user)}`, { ...january, rows })),
    )
    await Promise.all(saves)
    expect(statSync(file).size).toBeGreaterThan(14e6)
    expect(await firstValueFrom(store.load('user 599'))).toEqual(some({ ...january, rows }))
  })

  it('writes saves that wait for each other together, and leaves out one that was given up', async () => {
    const store = fileCheckpointStore(file)
    const first = done(store.save('first', bookmarkAt(0)))
    store.save('given up', bookmarkAt(0)).subscribe().unsubscribe()
    await Promise.all([first, done(store.save('last', bookmarkAt(0)))])
    expect(await firstValueFrom(store.load('given up'))).toEqual(none)
    expect(await firstValueFrom(store.load('last'))).toEqual(some(bookmarkAt(0)))
  })

  it('finishes a save that is being written when it is given up', async () => {
    const store = fileCheckpointStore(file)
    store.save('first', bookmarkAt(0)).subscribe().unsubscribe()
    await done(store.save('last', bookmarkAt(0)))
    expect(await firstValueFrom(store.load('first'))).toEqual(some(bookmarkAt(0)))
  })

  describe('a file that is not its own', () => {
    it.each([
      ['empty', '', 'corrupt'],
      ['cut off', whole.slice(0, -9), 'corrupt'],
      ['of zeros', Buffer.alloc(100), 'corrupt'],
      ['of something else after it', `${whole}${whole.slice(-9)}`, 'corrupt'],
      ['not UTF-8', Buffer.from(whole.replace('stocks', '\xff'), 'latin1'), 'corrupt'],
      ['null', 'null', 'foreign'],
      ['a list', '[]', 'foreign'],
      ['without a format', '{"checkpoints":{}}', 'foreign'],
      ['of another format', whole.replace('points-1', 'points-2'), 'foreign'],
      ['with another field', whole.replace('{', '{"more":1,'), 'foreign'],
      ['with a list of checkpoints', '{"format":"rxbank-checkpoints-1","checkpoints":[]}', 'foreign'],
      [
        'with a time instead of a bookmark',
        whole.replace(JSON.stringify(january), '"2026-01-31T00:00:00Z"'),
        'corrupt',
      ],
      ['with a number', whole.replace(JSON.stringify(january), '0'), 'corrupt'],
      ['with a bookmark of another format', whole.replace('"format":1', '"format":2'), 'corrupt'],
    ])('is named and left as it is: %s', async (_, content, reason) => {
      writeFileSync(file, content)
      const store = fileCheckpointStore(file)
      const error = { name: 'CheckpointError', _tag: 'CheckpointError', reason, file }
      await expect(firstValueFrom(store.load('stocks'))).rejects.toMatchObject(error)
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toMatchObject(error)
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toThrow(`checkpoint file ${file}: `)
      expect(readFileSync(file).equals(Buffer.from(content))).toBe(true)
    })

    it('is noticed when it comes while the store is in use, and can be put right', async () => {
      const store = fileCheckpointStore(file)
      await done(store.save('stocks', bookmarkAt(0)))
      writeFileSync(file, 'x')
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toMatchObject({ reason: 'corrupt' })
      writeFileSync(file, whole)
      await done(store.save('transactions', bookmarkAt(0)))
      expect(await firstValueFrom(store.load('stocks'))).toEqual(some(january))
    })

    it('is larger than 16 MiB, and not read', async () => {
      writeFileSync(file, whole.padEnd(16 * 1024 * 1024))
      const store = fileCheckpointStore(file)
      expect(await firstValueFrom(store.load('stocks'))).toEqual(some(january))
      writeFileSync(file, whole.padEnd(16 * 1024 * 1024 + 1))
      const error = { reason: 'foreign', message: expect.stringContaining('larger than 16 MiB') }
      await expect(firstValueFrom(store.load('stocks'))).rejects.toMatchObject(error)
      truncateSync(file, 2 ** 40)
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toMatchObject(error)
      expect(statSync(file).size).toBe(2 ** 40)
    })

    it('is no directory', async () => {
      mkdirSync(file)
      await expect(firstValueFrom(fileCheckpointStore(file).load('stocks'))).rejects.toMatchObject({
        reason: 'foreign',
      })
    })
  })

  it.each([
    [
      'a path',
      '\u001b[31m/\u009b1A\n\u202e',
      whole,
      '\\u{1b}[31m/\\u{9b}1A\\u{a}\\u{202e}: its directory does not exist',
    ],
    [
      'a key',
      'été',
      whole.replace('stocks":{', '\\u001b]0;\\u0007":{"x":0},"stocks":{'),
      'entry 1 of /checkpoints is not a bookmark; restore it from a copy, or remove it to start without checkpoints',
    ],
    ['an owner', 'été', '', 'process 7 on \\u{1b}c uses it'],
  ])('steers no terminal by %s in the message of an error', async (_, name, content, said) => {
    const steering = join(directory, name)
    if (content !== '' && name === 'été') writeFileSync(steering, content)
    if (content === '') writeFileSync(`${steering}.lock`, '\u001bc boot pid:[1] 7 7 1\n')
    const error: unknown = await firstValueFrom(fileCheckpointStore(steering).load('stocks')).catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ file: steering, message: expect.stringContaining(said) })
    expect(String((error as Error).stack)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  })

  describe('a place where it cannot be', () => {
    it.each([
      ['directory that is not there', 'none/checkpoints.json', 'ENOENT'],
      ['directory that is a file', 'file/checkpoints.json', 'ENOTDIR'],
    ])('is named: a %s', async (_, path, code) => {
      writeFileSync(join(directory, 'file'), '')
      const store = fileCheckpointStore(join(directory, path))
      const error = { reason: 'unavailable', message: expect.stringContaining(`(${code})`) }
      await expect(firstValueFrom(store.load('stocks'))).rejects.toMatchObject(error)
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toMatchObject(error)
    })

    it('is one that would grow larger than it can be read', async () => {
      const store = fileCheckpointStore(file)
      await done(store.save('stocks', bookmarkAt(1)))
      const error = { reason: 'unavailable', message: expect.stringContaining('larger than 16 MiB') }
      await expect(done(store.save('é'.repeat(8 * 1024 * 1024), bookmarkAt(0)))).rejects.toMatchObject(error)
      await done(store.save('transactions', bookmarkAt(2)))
      expect(await firstValueFrom(store.load('stocks'))).toEqual(some(bookmarkAt(1)))
    })

    it('is a link to itself', async () => {
      symlinkSync(file, file)
      const error = {
        reason: 'unavailable',
        message: expect.stringContaining('its symbolic links form a loop (ELOOP)'),
      }
      const store = fileCheckpointStore(file)
      await expect(firstValueFrom(store.load('stocks'))).rejects.toMatchObject(error)
      await expect(done(store.save('stocks', bookmarkAt(0)))).rejects.toMatchObject(error)
      expect(lstatSync(file).isSymbolicLink()).toBe(true)
    })

    it.each([[''], [undefined], [42]])('is no path: %p', (path) => {
      expect(() => fileCheckpointStore(path as string)).toThrow('file: expected a path')
    })
  })
})
