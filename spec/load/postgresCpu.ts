import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second: `getconf CLK_TCK`. */
const ticks = 100

/** The fields of `/proc/PID/stat` behind the name, which may have spaces. */
const statOf = (pid: string): ReadonlyArray<string> => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Milliseconds of CPU of the PostgreSQL that listens at a port, with its processes, also those that have ended. */
export const postgresCpu = (port: number): number => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const main = all.find((pid) => commandOf(pid).includes(`\0-p\0${String(port)}\0`))
  const own = all.filter((pid) => pid === main || statOf(pid)[1] === main)
  const sum = own.reduce((spent, pid) => {
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = statOf(pid).slice(11, 15).map(Number)
    return spent + user + system + (pid === main ? childrenUser + childrenSystem : 0)
  }, 0)
  return (sum * 1000) / ticks
}
