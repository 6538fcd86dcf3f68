import { readFileSync } from 'node:fs'
import { defer, EMPTY, filter, type Observable, repeat, take } from 'rxjs'
import { delay } from '../base/clock/delay.js'
import { systemClock } from '../base/clock/systemClock.js'

/** How often to look for the launcher, in milliseconds. */
const intervalMs = 500

/** The parts of a process that {@link launcherEnd} uses. */
export interface LaunchedProcess {
  readonly env: NodeJS.ProcessEnv
  readonly ppid: number
  /** Reads a file as text; throws if it cannot be read. */
  readonly readText: (path: string) => string
}

const thisProcess: LaunchedProcess = {
  env: process.env,
  get ppid() {
    return process.ppid
  },
  readText: (path) => readFileSync(path, 'utf8'),
}

/**
 * The ids of the processes that `npx` has started this one with: npm, or a shell and npm. Only Linux says whose child a
 * shell is; elsewhere the parent must do.
 */
const launcherIds = ({ ppid, readText }: LaunchedProcess): string => {
  try {
    const [, name = '', grandparent = ''] = /\((.*)\) \S (\d+)/s.exec(readText(`/proc/${String(ppid)}/stat`)) ?? []
    return name.startsWith('npm') ? String(ppid) : `${String(ppid)} ${grandparent}`
  } catch {
    return String(ppid)
  }
}

/**
 * Emits once when the `npx` that has started this process is gone; never, without `npx`.
 *
 * `npx` runs a command in a shell, and passes signals to that shell, which ends without its command. A command that another
 * parent has started, such as a shell with `nohup` or a supervisor, may outlive its parent.
 */
export const launcherEnd = (launched: LaunchedProcess = thisProcess): Observable<unknown> =>
  defer(() => {
    if (launched.env.npm_lifecycle_event !== 'npx') return EMPTY
    const first = launcherIds(launched)
    return delay(systemClock, intervalMs, { keepAlive: false }).pipe(
      repeat(),
      filter(() => launcherIds(launched) !== first),
      take(1),
    )
  })
