import fs from 'node:fs'
import {
  type LockOwner,
  lockOwner,
  mayBeRunning,
  parseOwner,
  printOwner,
} from '../../../lib/server/checkpoints/lockFile.js'

jest.mock('node:fs', () => {
  const actual = jest.requireActual<typeof fs>('node:fs')
  return { ...actual, readFileSync: jest.fn(actual.readFileSync), readlinkSync: jest.fn(actual.readlinkSync) }
})

const { readFileSync, readlinkSync } = jest.requireActual<typeof fs>('node:fs')
const own = lockOwner()
const gone = 4194305

/** Lets no process see these files of /proc. */
const hide = (hidden: RegExp): void => {
  const refuse = (path: unknown): void => {
    if (hidden.test(String(path))) throw Object.assign(new Error('hidden'), { code: 'ENOENT' })
  }
  jest.mocked(fs.readFileSync).mockImplementation((...args) => {
    refuse(args[0])
    return readFileSync(...args)
  })
  jest.mocked(fs.readlinkSync).mockImplementation((path) => {
    refuse(path)
    return readlinkSync(path)
  })
}

afterEach(() => {
  hide(/^$/)
})

describe('lockOwner', () => {
  it('reads what it prints', () => {
    expect(parseOwner(printOwner(own))).toEqual(own)
  })

  it.each(['', 'not a name', 'host boot pid:[1] 0 1 1', 'host boot pid:[1] 1 x 1', `${printOwner(own)} more`])(
    'reads nothing from %p',
    (text) => {
      expect(parseOwner(text)).toBeUndefined()
    },
  )

  const cases: ReadonlyArray<readonly [string, Partial<LockOwner>, boolean]> = [
    ['this thread', {}, true],
    ['another host', { host: 'another-host', boot: 'another', pid: gone }, true],
    ['another PID namespace', { pidNamespace: 'pid:[1]', pid: gone }, true],
    ['where the system tells no boot', { boot: '-', pid: gone }, true],
    ['an earlier boot', { boot: 'earlier' }, false],
    ['an earlier boot and another PID namespace', { boot: 'earlier', pidNamespace: 'pid:[1]' }, false],
    ['a pid that is gone', { pid: gone }, false],
    ['a thread that is gone', { thread: String(gone) }, false],
    ['a thread whose id was given again', { start: '1' }, false],
    ['a thread that is not known by its start', { start: '-' }, true],
  ]

  it.each(cases)('says whether an owner may run: %s', (_, changes, expected) => {
    expect(mayBeRunning({ ...own, ...changes })).toBe(expected)
  })

  it('takes no process for gone that may not be sent a signal', () => {
    const kill = jest.spyOn(process, 'kill').mockImplementationOnce(() => {
      throw Object.assign(new Error('refused'), { code: 'EPERM' })
    })
    expect(mayBeRunning(own)).toBe(true)
    expect(kill).toHaveBeenCalledWith(process.pid, 0)
    kill.mockRestore()
  })

  it('takes no process for gone that /proc hides', () => {
    hide(new RegExp(`^/proc/${String(process.ppid)}/`))
    expect(mayBeRunning({ ...own, pid: process.ppid, thread: String(process.ppid), start: '1' })).toBe(true)
  })

  it('takes no process for gone if /proc tells of another PID namespace', () => {
    jest
      .mocked(fs.readlinkSync)
      .mockImplementation((path) => (path === '/proc/thread-self' ? '9/task/9' : own.pidNamespace))
    expect(lockOwner()).toEqual({ ...own, thread: '0', start: '-' })
    expect(mayBeRunning({ ...own, start: '1' })).toBe(true)
  })

  it('knows a process by its pid alone if there is no /proc', () => {
    hide(/^\/proc/)
    const here = lockOwner()
    expect(here).toMatchObject({ host: own.host, boot: '-', pidNamespace: '-', pid: process.pid, start: '-' })
    expect(mayBeRunning({ ...here, thread: '7' })).toBe(true)
    expect(mayBeRunning({ ...here, pid: gone })).toBe(false)
    expect(mayBeRunning({ ...own, pid: gone })).toBe(true)
  })
})
