import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { concat, defer, EMPTY, ignoreElements, lastValueFrom, type Observable, Subject, throwError } from 'rxjs'
import { atomicFile, type AtomicSink } from '../../../lib/cli/output/atomicFile.js'
import { useWhileOpen } from '../../../lib/cli/output/openFile.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const using = (path: string, work: (sink: AtomicSink) => Observable<never>): Promise<unknown> =>
  lastValueFrom(useWhileOpen(atomicFile(path), work), { defaultValue: undefined })

const whole = ({ write, commit }: AtomicSink): Observable<never> => concat(write(['1', '2']), commit)

describe('atomicFile', () => {
  const path = temporaryFolder()
  const files = (): ReadonlyArray<string> => readdirSync(path()).sort()

  it('makes a file that only its owner can read', async () => {
    await using(path('out'), whole)
    expect(readFileSync(path('out'), 'utf8')).toBe('1\n2\n')
    expect(statSync(path('out')).mode & 0o777).toBe(0o600)
    expect(files()).toStrictEqual(['out'])
  })

  it('puts it in the place of an older one when it is whole, not before', async () => {
    writeFileSync(path('out'), 'old')
    const before: Array<string> = []
    await using(path('out'), ({ write, commit }) => {
      const look = defer(() => {
        before.push(readFileSync(path('out'), 'utf8'))
        return EMPTY
      })
      return concat(write(['new']), look, commit)
    })
    expect(before).toStrictEqual(['old'])
    expect(readFileSync(path('out'), 'utf8')).toBe('new\n')
  })

  it('leaves the older one, and nothing else, when the work fails', async () => {
    writeFileSync(path('out'), 'old')
    const failing = using(path('out'), ({ write }) =>
      concat(
        write(['new']),
        throwError(() => new Error('failed')),
      ),
    )
    await expect(failing).rejects.toThrow('failed')
    expect(readFileSync(path('out'), 'utf8')).toBe('old')
    expect(files()).toStrictEqual(['out'])
  })

  it('keeps a link, and replaces what it leads to', async () => {
    writeFileSync(path('target'), 'old')
    symlinkSync('target', path('link'))
    await using(path('link'), whole)
    expect(readlinkSync(path('link'))).toBe('target')
    expect(readFileSync(path('target'), 'utf8')).toBe('1\n2\n')
  })

  it.each([
    ['beside it', () => 'target'],
    ['by an absolute path', () => path('target')],
    ['over another link, in another folder', () => 'folder/second'],
    ['over a link to a folder, from where that folder is', () => 'alias/../second'],
  ])('keeps a link to where there is nothing yet, and makes what it leads to: %s', async (_, text) => {
    mkdirSync(path('folder', 'inner'), { recursive: true })
    symlinkSync('folder/inner', path('alias'))
    symlinkSync('../target', path('folder', 'second'))
    symlinkSync(text(), path('link'))
    await using(path('link'), whole)
    expect(readlinkSync(path('link'))).toBe(text())
    expect(readFileSync(path('target'), 'utf8')).toBe('1\n2\n')
    expect(files()).toStrictEqual(['alias', 'folder', 'link', 'target'])
  })

  it.each([
    ['circle', 'circle', 'its symbolic links form a loop, or there are too many'],
    ['astray', 'no/target', 'there is no such file or directory'],
  ])('says what is wrong with a link that leads nowhere, and leaves it: %s', async (name, reported, reason) => {
    symlinkSync('back', path('circle'))
    symlinkSync('circle', path('back'))
    symlinkSync('no/target', path('astray'))
    await expect(using(path(name), whole)).rejects.toMatchObject({
      message: `${path(reported)} cannot be written: ${reason}`,
      exitCode: 1,
    })
    expect(files()).toStrictEqual(['astray', 'back', 'circle'])
  })

  it('begins again what a killed command has left', async () => {
    writeFileSync(path('out.partial'), 'left')
    await using(path('out'), whole)
    expect(readFileSync(path('out'), 'utf8')).toBe('1\n2\n')
    expect(files()).toStrictEqual(['out'])
  })

  it('gives way to another that begins the same file, whose lines it does not touch', async () => {
    const begun = new Subject<void>()
    const left = new Subject<void>()
    let second: Promise<unknown> = Promise.resolve()
    const startSecond = defer(() => {
      second = using(path('out'), ({ write, commit }) => {
        begun.complete()
        return concat(write(['second']), left.pipe(ignoreElements()), commit)
      })
      return begun.pipe(ignoreElements())
    })
    const first = using(path('out'), ({ write, commit }) => concat(write(['first']), startSecond, commit))
    await expect(first).rejects.toThrow('another rxbank, which continues; this one stopped')
    left.complete()
    await second
    expect(readFileSync(path('out'), 'utf8')).toBe('second\n')
    expect(files()).toStrictEqual(['out'])
  })

  it('says what is wrong when it cannot come into its place, and leaves nothing beside it', async () => {
    const inTheWay = defer(() => {
      mkdirSync(path('out', 'below'), { recursive: true })
      return EMPTY
    })
    const failing = using(path('out'), ({ write, commit }) => concat(write(['1']), inTheWay, commit))
    await expect(failing).rejects.toMatchObject({
      message: `${path('out')} cannot be written: it is a directory`,
      exitCode: 1,
    })
    expect(files()).toStrictEqual(['out'])
  })

  it.each([
    ['out', true],
    ['/dev/null', false],
  ])('knows whether what was there stays until then: %s', async (name, expected) => {
    const seen: Array<boolean> = []
    await using(name === 'out' ? path(name) : name, ({ isAtomic }) => {
      seen.push(isAtomic)
      return EMPTY
    })
    expect(seen).toStrictEqual([expected])
  })

  it('writes to a device as it is', async () => {
    await using('/dev/null', whole)
    await expect(using('/dev/full', whole)).rejects.toThrow('/dev/full cannot be written: the disk is full')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it.each([
    ['folder', 'it is a directory'],
    ['no/out', 'there is no such file or directory'],
    ['file/out', 'a part of its path is not a directory'],
  ])('says what is wrong with %s, by the name that was given', async (name, reason) => {
    mkdirSync(path('folder'))
    writeFileSync(path('file'), '')
    await expect(using(path(name), whole)).rejects.toThrow(`${path(name)} cannot be written: ${reason}`)
  })
})
