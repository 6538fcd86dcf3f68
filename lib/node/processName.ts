import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'

/** When a process has started, as Linux tells it; `-` elsewhere, and for a process that is not there. */
const startOf = (pid: number): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    // The name in brackets may hold anything; the start is the 20th field after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
    return `${boot}/${ticks}`
  } catch {
    return '-'
  }
}

/** What tells this process, and this thread of it, from all others: `host pid thread start`. */
export const processName = (): string =>
  [hostname(), process.pid, threadId, startOf(process.pid)].map((part) => String(part).replace(/\s/g, '_')).join(' ')

/** A process by its name. */
export interface NamedProcess {
  readonly host: string
  readonly pid: number
  /** Whether it may still run. One of another host may: it cannot be asked. */
  readonly mayRun: boolean
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** The process that a name stands for; `undefined` for what is no name. A pid that was given anew is another process. */
export const namedProcess = (name: string): NamedProcess | undefined => {
  const [, host = '', pid = '', start = ''] = /^(\S+) ([1-9]\d{0,9}) \d+ (\S+)$/.exec(name) ?? []
  if (host === '') return undefined
  const isHere = host === hostname().replace(/\s/g, '_')
  const mayRun = !isHere || (isThere(Number(pid)) && startOf(Number(pid)) === start)
  return { host, pid: Number(pid), mayRun }
}
