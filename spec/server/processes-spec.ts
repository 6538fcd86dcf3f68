import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom } from 'rxjs'
import { fileCheckpointStore } from '../../lib/node.js'
import { lockOwner, printOwner } from '../../lib/server/checkpoints/lockFile.js'
import type { Bookmark } from '../../lib/streams/polling/Bookmark.js'
import { bookmarkAt } from '../helpers/bookmarkAt.js'
import { type Said, type StoreProcesses, storeProcesses } from './storeProcess.js'

const gone = 4194305

describe('fileCheckpointStore, from several processes', () => {
  let processes: StoreProcesses
  let directory: string
  let file: string
  let lock: string

  beforeAll(() => {
    processes = storeProcesses()
  })

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rxbank-processes-'))
    file = join(directory, 'checkpoints.json')
    lock = `${file}.lock`
  })

  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  afterAll(() => {
    processes.stop()
  })

  const once = async (moment: number): Promise<Said | undefined> => {
    const running = processes.start([file, 'stocks', moment, 1])
    const said = await running.said()
    await running.ended
    return said
  }

  it('is refused while another one uses the file, and free when that has ended', async () => {
    const first = processes.start([file, 'stocks', 1])
    first.ask()
    expect(await first.said()).toEqual({ saved: 1 })
    expect(await once(10)).toEqual({
      reason: 'locked',
      message: `checkpoint file ${file}: process ${String(first.child.pid)} uses it; end that process, use another file, or remove ${lock} if nothing uses it any more`,
    })
    first.ask()
    expect(await first.said()).toEqual({ saved: 2 })
    first.child.stdin?.end()
    await first.ended
    expect(existsSync(lock)).toBe(false)
    expect(await once(10)).toEqual({ saved: 10 })
  })

  it('takes over from one that was killed', async () => {
    const first = processes.start([file, 'stocks', 1])
    first.ask()
    await first.said()
    first.child.kill('SIGKILL')
    await first.ended
    expect(existsSync(lock)).toBe(true)
    expect(await once(10)).toEqual({ saved: 10 })
    expect(readdirSync(directory)).toEqual(['checkpoints.json'])
  })

  it('is one alone, however many take over from one that was killed', async () => {
    writeFileSync(lock, `${printOwner({ ...lockOwner(), pid: gone })}\n`)
    const several = Array.from({ length: 6 }, (_, index) => processes.start([file, `key ${String(index)}`, index]))
    for (const { ask } of several) ask()
    const said = await Promise.all(several.map((process) => process.said()))
    expect(said.filter((one) => one?.saved !== undefined)).toHaveLength(1)
    expect(said.filter((one) => one?.reason === 'locked')).toHaveLength(5)
    for (const { child } of several) child.stdin?.end()
    await Promise.all(several.map(({ ended }) => ended))
  })

  it('takes a lock for left behind when its pid was given to another process', async () => {
    writeFileSync(lock, printOwner({ ...lockOwner(), start: '1' }))
    expect(await once(10)).toEqual({ saved: 10 })
  })

  it('removes what those left that were killed while they took the lock, and nothing else', async () => {
    const of = (letter: string): string => `${lock}.${letter.repeat(16)}`
    const killed = printOwner({ ...lockOwner(), pid: gone })
    const kept = [`${of('a')}0`, of('c'), of('d'), of('e'), `${lock}.notes`]
    writeFileSync(`${of('a')}0`, killed)
    writeFileSync(of('b'), killed)
    writeFileSync(`${of('b')}.stale`, 'any')
    writeFileSync(of('c'), printOwner(lockOwner()))
    writeFileSync(of('d'), printOwner({ ...lockOwner(), pid: gone, host: 'another-host' }))
    writeFileSync(of('e'), '')
    writeFileSync(`${lock}.notes`, killed)
    expect(await once(10)).toEqual({ saved: 10 })
    expect(readdirSync(directory).map((name) => join(directory, name))).toEqual([file, ...kept])
  })

  it.each([
    [
      'a process of another host',
      printOwner({ ...lockOwner(), host: 'another-host', pid: gone }),
      `process ${String(gone)} on another-host uses it`,
    ],
    [
      'a process in another PID namespace of this host',
      printOwner({ ...lockOwner(), pidNamespace: 'pid:[1]', pid: gone }),
      `process ${String(gone)} of another container uses it`,
    ],
    ['something else', 'not a name', 'another program uses it'],
    ['something empty', '', 'another program uses it'],
  ])('respects the lock of %s', async (_, name, said) => {
    writeFileSync(lock, name)
    const { reason, message } = (await once(10)) ?? {}
    expect(reason).toBe('locked')
    expect(message).toContain(said)
    expect(readFileSync(lock, 'utf8')).toBe(name)
    expect(readdirSync(directory)).toEqual(['checkpoints.json.lock'])
  })

  const makers: Readonly<Record<string, (path: string) => unknown>> = {
    'a symbolic link': (path) => symlinkSync('nowhere', path),
    'a directory': (path) => mkdirSync(path),
    'a pipe': (path) => execFileSync('mkfifo', [path]),
    'a socket': (path) =>
      new Promise((listening) => {
        const server = createServer().listen(path, () => listening(server))
        server.unref()
      }),
  }

  it.each(Object.entries(makers))('is refused at once if its lock is %s, and waits for nothing', async (kind, make) => {
    await make(lock)
    expect(await once(10)).toEqual({
      reason: 'locked',
      message: `checkpoint file ${file}: its lock is ${kind}, not a file of this store; end the program that created it, use another file, or remove ${lock} if nothing uses it any more`,
    })
    expect([readdirSync(directory), lstatSync(lock).isFile()]).toEqual([['checkpoints.json.lock'], false])
  })

  it('follows no link that is its lock, though it leads to a lock that was left behind', async () => {
    writeFileSync(join(directory, 'left'), printOwner({ ...lockOwner(), pid: gone }))
    symlinkSync('left', lock)
    expect(await once(10)).toMatchObject({
      reason: 'locked',
      message: expect.stringContaining('its lock is a symbolic link'),
    })
    expect(readdirSync(directory)).toEqual(['checkpoints.json.lock', 'left'])
  })

  it.each(Object.entries(makers))(
    'leaves %s alone that has the name of what is removed after a kill',
    async (_, make) => {
      await make(`${lock}.${'b'.repeat(16)}`)
      writeFileSync(`${lock}.${'c'.repeat(16)}`, printOwner({ ...lockOwner(), pid: gone }))
      expect(await once(10)).toEqual({ saved: 10 })
      expect(readdirSync(directory)).toEqual(['checkpoints.json', `checkpoints.json.lock.${'b'.repeat(16)}`])
    },
  )

  it.each(['a pipe', 'a socket', 'a directory'])('is refused at once if the file itself is %s', async (kind) => {
    await makers[kind]?.(join(directory, 'target'))
    symlinkSync('target', file)
    expect(await once(10)).toEqual({
      reason: 'foreign',
      message: `checkpoint file ${join(directory, 'target')}: it is ${kind}; choose another file`,
    })
  })

  it.each(Object.entries(makers))('saves, or says why not, if %s has the name of the next file', async (kind, make) => {
    await make(`${file}.tmp`)
    const detail = 'a directory has the name of its lock or temporary file, .lock or .tmp (ERR_FS_EISDIR)'
    const refused = { reason: 'unavailable', message: `checkpoint file ${file}: ${detail}` }
    expect(await once(10)).toEqual(kind === 'a directory' ? refused : { saved: 10 })
    expect(readdirSync(directory)).toEqual([kind === 'a directory' ? 'checkpoints.json.tmp' : 'checkpoints.json'])
  })

  it('notices at the next save that another one has taken the lock away', async () => {
    const first = processes.start([file, 'stocks', 1])
    first.ask()
    await first.said()
    rmSync(lock)
    const second = processes.start([file, 'stocks', 10])
    second.ask()
    expect(await second.said()).toEqual({ saved: 10 })
    first.ask()
    expect(await first.said()).toMatchObject({ reason: 'locked' })
    await first.ended
    expect(existsSync(lock)).toBe(true)
    second.ask()
    expect(await second.said()).toEqual({ saved: 11 })
    second.child.stdin?.end()
    await second.ended
  })

  it('has kept what it said it has, whenever it is killed', async () => {
    let kept = 0
    for (let round = 0; round < 15; round++) {
      const running = processes.start([file, 'stocks', kept + 1, 1_000_000])
      for (let index = 0; index <= (round * 7) % 11; index++) kept = (await running.said())?.saved ?? NaN
      running.child.kill('SIGKILL')
      await running.ended
      const text = readFileSync(file, 'utf8')
      const { checkpoints } = JSON.parse(text) as { readonly checkpoints: { readonly stocks: Bookmark } }
      const found = checkpoints.stocks.position?.moment ?? NaN
      expect(found).toBeGreaterThanOrEqual(kept)
      kept = found
    }
    const left = readdirSync(directory).filter((name) => !/^checkpoints\.json(\.lock|\.tmp)?$/.test(name))
    expect(left).toEqual([])
  })

  it('keeps the old file whole when the new one cannot be written to its end', async () => {
    expect(await once(1)).toEqual({ saved: 1 })
    const running = processes.start([file, 'x'.repeat(3000), 2, 1], 'ulimit -f 1;')
    const message = `checkpoint file ${file}: it cannot be used (EFBIG)`
    expect(await running.said()).toEqual({ reason: 'unavailable', message })
    await running.ended
    expect(readdirSync(directory)).toEqual(['checkpoints.json'])
    const store = fileCheckpointStore(file)
    expect(await firstValueFrom(store.load('stocks'))).toEqual(some(bookmarkAt(1)))
    await lastValueFrom(store.save('stocks', bookmarkAt(2)), { defaultValue: undefined })
  })
})
