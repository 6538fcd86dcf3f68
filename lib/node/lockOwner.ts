import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'

/** A thread that has taken a lock. What the system does not tell, as all but Linux, is `-`. */
export interface LockOwner {
  readonly host: string
  /** Another one since the host was started again. */
  readonly boot: string
  /** Containers have one each, even where they share the name of their host; a pid counts within it. */
  readonly pidNamespace: string
  readonly pid: number
  /** On Linux the thread's id in the system, elsewhere the one in Node. */
  readonly thread: string
  /** When the thread was started: a pid or a thread's id may be given again. */
  readonly start: string
}

const unknown = '-'

const attempt = (ask: () => string): string => {
  try {
    return ask().trim().replace(/\s/g, '_')
  } catch {
    return unknown
  }
}

/** When a process, by `pid`, or a thread, by `pid/task/tid`, was started. */
const startOf = (task: string): string =>
  attempt(() => {
    const stat = readFileSync(`/proc/${task}/stat`, 'utf8')
    // The name in brackets may hold anything; the start is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? unknown
  })

/** This thread, as the owner of a lock. */
export const lockOwner = (): LockOwner => {
  const [pid, , thread] = attempt(() => readlinkSync('/proc/thread-self')).split('/')
  // A /proc of another namespace has other pids.
  const isTold = thread !== undefined && pid === String(process.pid)
  return {
    host: attempt(hostname),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pidNamespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
    pid: process.pid,
    thread: isTold ? thread : String(threadId),
    start: isTold ? startOf(`${pid}/task/${thread}`) : unknown,
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

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether nothing here can tell if an owner runs: it is on another host, or in another container. */
export const isOutOfSight = ({ host, pidNamespace }: LockOwner): boolean => {
  const own = lockOwner()
  return host !== own.host || pidNamespace !== own.pidNamespace
}

/** Whether an owner may still run: `false` only where that is sure. */
export const mayRun = (owner: LockOwner): boolean => {
  const own = lockOwner()
  if (owner.host !== own.host) return true
  if (owner.boot !== own.boot && owner.boot !== unknown && own.boot !== unknown) return false
  if (owner.boot !== own.boot || owner.pidNamespace !== own.pidNamespace) return true
  if (!isThere(owner.pid)) return false
  const pid = String(owner.pid)
  // Of threads nothing is known without starts; and /proc may hide the processes of other users.
  if ([owner.start, own.start, startOf(pid)].includes(unknown)) return true
  return startOf(`${pid}/task/${owner.thread}`) === owner.start
}
