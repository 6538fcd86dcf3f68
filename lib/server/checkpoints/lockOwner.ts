import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'

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
const startOf = (task: string): string =>
  readField(() => {
    const stat = readFileSync(`/proc/${task}/stat`, 'utf8')
    // The name in brackets may contain any characters; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? unknown
  })

/** This thread, as the owner of a lock. */
export const lockOwner = (): LockOwner => {
  const [pid, , thread] = readField(() => readlinkSync('/proc/thread-self')).split('/')
  // If /proc belongs to another pid namespace, its pids are not those of this process.
  const isOwnProc = thread !== undefined && pid === String(process.pid)
  return {
    host: readField(hostname),
    boot: readField(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: readField(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    thread: isOwnProc ? thread : String(threadId),
    start: isOwnProc ? startOf(`${pid}/task/${thread}`) : unknown,
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
export const isOnOtherSystem = ({ host, pidNamespace }: LockOwner): boolean => {
  const own = lockOwner()
  return host !== own.host || pidNamespace !== own.pidNamespace
}

/** Whether an owner may still be running; `false` only if it has certainly ended. */
export const mayBeRunning = (owner: LockOwner): boolean => {
  const own = lockOwner()
  if (owner.host !== own.host) return true
  if (owner.boot !== own.boot && owner.boot !== unknown && own.boot !== unknown) return false
  if (owner.boot !== own.boot || owner.pidNamespace !== own.pidNamespace) return true
  if (!processExists(owner.pid)) return false
  const pid = String(owner.pid)
  // Without start times, threads cannot be distinguished. /proc may hide the processes of other users.
  if ([owner.start, own.start, startOf(pid)].includes(unknown)) return true
  return startOf(`${pid}/task/${owner.thread}`) === owner.start
}
