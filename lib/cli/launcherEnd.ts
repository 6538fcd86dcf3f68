import { readFileSync } from 'node:fs'
import { defer, EMPTY, filter, Observable, take } from 'rxjs'

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
    // The timers of RxJS would keep a process running that has nothing else to do.
    const ticks$ = new Observable<unknown>((subscriber) => {
      const timer = setInterval(() => subscriber.next(undefined), intervalMs).unref()
      return () => clearInterval(timer)
    })
    return ticks$.pipe(
      filter(() => launcherIds(launched) !== first),
      take(1),
    )
  })
