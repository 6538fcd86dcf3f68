import { createHash } from 'node:crypto'
import {
  closeSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { CheckpointError } from './CheckpointError.js'
import { NotRegularFile, openRegular } from './openRegular.js'

/** A thread that has taken a lock. Fields that the system does not provide are `-`; only Linux provides all. */
export interface LockOwner {
  readonly host: string
  /** The id of the host's boot, which differs after a restart. */
  readonly boot: string
  /**
   * The id of the pid namespace. Each container has its own, even if containers have the same host name; a pid is
   * unique within it.
   */
  readonly pidNamespace: string
  readonly pid: number
  /** On Linux the thread's id in the system, elsewhere its id in Node. */
  readonly thread: string
  /** When the thread was started, because the system reuses the ids of processes and threads. */
  readonly start: string
}

const unknown = '-'

const readField = (read: () => string): string => {
  try {
    return read().trim().replace(/\s/g, '_')
  } catch {
    return unknown
  }
}

/** When a process, by `pid`, or a thread, by `pid/task/tid`, was started. */
const readStart = (task: string): string =>
  readField(() => {
    const stat = readFileSync(`/proc/${task}/stat`, 'utf8')
    // The name in brackets may contain any characters; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? unknown
  })

/** This thread, as the owner of a lock. */
export const lockOwner = (): LockOwner => {
  const [pid, , thread] = readField(() => readlinkSync('/proc/thread-self')).split('/')
  // If /proc belongs to another pid namespace, this process cannot use its pids.
  const isOwnProc = thread !== undefined && pid === String(process.pid)
  return {
    host: readField(hostname),
    boot: readField(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: readField(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    thread: isOwnProc ? thread : String(threadId),
    start: isOwnProc ? readStart(`${pid}/task/${thread}`) : unknown,
  }
}

/** The line of a lock file that names its owner. */
export const printOwner = ({ host, boot, pidNamespace, pid, thread, start }: LockOwner): string =>
  [host, boot, pidNamespace, pid, thread, start].join(' ')

/** The owner that a lock file names; `undefined` for anything else. */
export const parseOwner = (text: string): LockOwner | undefined => {
  const [, host, boot, pidNamespace, pid, thread, start] =
    /^(\S+) (\S+) (\S+) ([1-9]\d{0,9}) (\d+) (\S+)$/.exec(text) ?? []
  if (!host || !boot || !pidNamespace || !pid || !thread || !start) return undefined
  return { host, boot, pidNamespace, pid: Number(pid), thread, start }
}

const processExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether an owner is on another host or in another container, so that this process cannot examine it. */
const isOnOtherSystem = ({ host, pidNamespace }: LockOwner): boolean => {
  const own = lockOwner()
  return host !== own.host || pidNamespace !== own.pidNamespace
}

/** Whether an owner may still be running; `false` only if it is certainly dead. */
export const mayBeRunning = (owner: LockOwner): boolean => {
  const own = lockOwner()
  if (owner.host !== own.host) return true
  if (owner.boot !== own.boot && owner.boot !== unknown && own.boot !== unknown) return false
  if (owner.boot !== own.boot || owner.pidNamespace !== own.pidNamespace) return true
  if (!processExists(owner.pid)) return false
  const pid = String(owner.pid)
  // Without start times, threads cannot be distinguished. /proc may hide the processes of other users.
  if ([owner.start, own.start, readStart(pid)].includes(unknown)) return true
  return readStart(`${pid}/task/${owner.thread}`) === owner.start
}

/** The number of bytes that are read; the line that names an owner is always shorter. */
const maxLength = 4096

/** The content of a lock, or what the path is if it is not a file; `undefined` if there is no lock. */
const readLock = (path: string): string | NotRegularFile | undefined => {
  try {
    const fd = openRegular(path, { follow: false })
    try {
      const text = Buffer.alloc(maxLength)
      return text.toString('utf8', 0, readSync(fd, text)).trim()
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof NotRegularFile) return error
    throw error
  }
}

/** Describes the owner of a lock. */
const describeOwner = (text: string): string => {
  const [owner, own] = [parseOwner(text), lockOwner()]
  if (owner === undefined) return 'another program'
  const pid = `process ${String(owner.pid)}`
  if (owner.host !== own.host) return `${pid} on ${owner.host}`
  if (owner.pidNamespace !== own.pidNamespace) return `${pid} of another container`
  return owner.pid === own.pid ? 'another thread of this process' : pid
}

/** The error for a file that another owner has locked, or whose lock is not a regular file. */
const lockedError = (file: string, lock: string, holder: string | NotRegularFile): CheckpointError => {
  const remedy = `use another file, or remove ${lock} if nothing uses it any more`
  const detail =
    typeof holder === 'string'
      ? `${describeOwner(holder)} uses it; end that process, ${remedy}`
      : `its lock is ${holder.kind}, not a file of this store; end the program that created it, ${remedy}`
  return new CheckpointError({ reason: 'locked', file, detail })
}

/** A lock that this thread has taken. */
export interface Lock {
  /** Whether this thread still has the lock. Another program may have deleted its file. */
  readonly isHeld: () => boolean
  /** Releases the lock if this thread still holds it; never throws. */
  readonly release: () => void
}

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

const hasDeadOwner = (text: string | NotRegularFile | undefined): boolean => {
  const owner = typeof text === 'string' ? parseOwner(text) : undefined
  return owner !== undefined && !mayBeRunning(owner)
}

/** The milliseconds without a save after which an owner that cannot be examined counts as dead. */
const staleAfterMs = 10 * 60_000

const modifiedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Whether an owner that cannot be examined has saved nothing for too long. Only the file system's clock is compared.
 */
const isAbandoned = (text: string, now: number, ...paths: ReadonlyArray<string>): boolean => {
  const owner = parseOwner(text)
  return owner !== undefined && isOnOtherSystem(owner) && now - Math.max(...paths.map(modifiedAt)) > staleAfterMs
}

/**
 * Links the candidate, a complete file that already names its owner, to the path of the lock. This is atomic; returns
 * `false` if there is already a lock.
 */
const linkLock = (candidate: string, lock: string): boolean => {
  try {
    linkSync(candidate, lock)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

const stalePath = (candidate: string): string => `${candidate}.stale`

/** Moves a stale lock away. If another thread has taken the lock in the meantime, its lock is put back. */
const removeStale = (lock: string, staleText: string, movedPath: string): void => {
  try {
    renameSync(lock, movedPath)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  if (readLock(movedPath) !== staleText) linkLock(movedPath, lock)
  rmSync(movedPath, { force: true })
}

/** Removes the candidates of processes that were killed while they took the lock. */
const removeCandidates = (lock: string): void => {
  const isCandidate = (name: string): boolean => /^\.[\da-f]{16}$/.test(name.slice(basename(lock).length))
  try {
    readdirSync(dirname(lock))
      .filter((name) => name.startsWith(basename(lock)) && isCandidate(name))
      .map((name) => join(dirname(lock), name))
      .filter((candidate) => hasDeadOwner(readLock(candidate)))
      .forEach((candidate) => [stalePath(candidate), candidate].forEach((path) => rmSync(path, { force: true })))
  } catch {
    // The lock is taken even if files cannot be listed, read or removed.
  }
}

/** The maximum number of attempts to take a lock that other processes keep releasing. */
const maxAttempts = 100

/** Makes the candidate the lock; throws if another owner holds the lock. */
const takeLock = (file: string, lock: string, candidate: string, name: string): void => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (linkLock(candidate, lock)) return
    const holder = readLock(lock)
    if (holder === undefined) continue
    if (typeof holder !== 'string') throw lockedError(file, lock, holder)
    // The same name: where start times are unknown, a killed process may have had this pid.
    const isFree = holder === name || hasDeadOwner(holder) || isAbandoned(holder, modifiedAt(candidate), file, lock)
    if (!isFree) throw lockedError(file, lock, holder)
    removeStale(lock, holder, stalePath(candidate))
  }
  const detail = 'other processes keep taking and releasing its lock; try again'
  throw new CheckpointError({ reason: 'locked', file, detail })
}

/**
 * Takes the lock of a file: a file in the same directory, ending in `.lock`, that names this thread. A lock is replaced
 * if its thread is dead, or if its owner is on another host or in another container and has saved nothing for ten
 * minutes. For any other lock, and for one that is not a regular file, it throws a `CheckpointError` without waiting.
 * The file system must have hard links.
 */
export const lockFile = (file: string): Lock => {
  const lock = `${file}.lock`
  const name = printOwner(lockOwner())
  // The name has a hash of the owner, because processes of other containers and hosts may have the same pid.
  const candidate = `${lock}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
  rmSync(candidate, { force: true })
  try {
    writeFileSync(candidate, `${name}\n`, { flag: 'wx', mode: 0o600 })
    takeLock(file, lock, candidate, name)
  } finally {
    rmSync(candidate, { force: true })
  }
  removeCandidates(lock)
  const isHeld = (): boolean => readLock(lock) === name
  return {
    isHeld,
    release: () => {
      try {
        if (isHeld()) rmSync(lock, { force: true })
      } catch {
        // If the disk has become read-only, the lock stays, as it does when the process is killed.
      }
    },
  }
}
