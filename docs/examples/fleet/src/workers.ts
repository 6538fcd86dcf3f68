import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Subject } from 'rxjs'
import type { Tally, Task } from './messages.js'

const file = fileURLToPath(new URL('./worker.js', import.meta.url))

/** Bounds the memory of a worker, with a larger space for what lives briefly: a round makes much of that. */
const heap = ['--max-old-space-size=192', '--max-semi-space-size=32']

/** Workers as processes, each of which is started again when it dies. */
export interface Workers {
  readonly tallies$: Subject<Tally>
  readonly pids: () => ReadonlyArray<number>
  /** How many were started in place of one that has died. */
  readonly restarts: () => number
  /** Kills one as the system does when memory is short: it can do nothing about it. */
  readonly kill: (pid: number) => boolean
  /** Ends all in good order. */
  readonly stop: () => Promise<void>
}

/** Starts so many workers. They are in groups of their own: Ctrl-C is for the process that has started them. */
export const startWorkers = (count: number, task: Task): Workers => {
  const tallies$ = new Subject<Tally>()
  const running = new Map<number, ChildProcess>()
  let restarts = 0
  let isStopping = false

  const start = (): void => {
    const child = fork(file, {
      detached: true,
      env: { ...process.env, FLEET_TASK: JSON.stringify(task) },
      execArgv: [...process.execArgv, ...heap],
    })
    const { pid } = child
    if (pid !== undefined) running.set(pid, child)
    child.on('message', (tally: Tally) => tallies$.next(tally))
    child.on('exit', () => {
      if (pid !== undefined) running.delete(pid)
      if (isStopping) return
      restarts++
      setTimeout(() => isStopping || start(), 500)
    })
  }

  for (let started = 0; started < count; started++) start()
  process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))
  return {
    tallies$,
    pids: () => [...running.keys()],
    restarts: () => restarts,
    kill: (pid) => running.get(pid)?.kill('SIGKILL') ?? false,
    stop: async () => {
      isStopping = true
      await Promise.all(
        [...running.values()].map((child) => new Promise((done) => child.once('exit', done).kill('SIGTERM'))),
      )
    },
  }
}
