import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'

/** A process that answers questions. */
export interface Child {
  readonly process: ChildProcess
  /** What it said when it was ready. */
  readonly ready: unknown
  readonly ask: <A>(question?: unknown) => Promise<A>
  /** Ends it, by a signal, and resolves when it has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts one of the programs beside this one, and waits until it is ready. */
export const startChild = async (
  name: string,
  args: ReadonlyArray<string>,
  flags: ReadonlyArray<string> = [],
): Promise<Child> => {
  const child = fork(join(dirname(process.argv[1] ?? ''), `${name}.cjs`), args, {
    execArgv: ['--no-deprecation', ...flags],
  })
  const waiting = new Map<number, (value: never) => void>()
  let last = 0
  const ready = new Promise((done, fail) => {
    child.on('message', (message: { readonly id?: number; readonly value?: never; readonly ready?: unknown }) => {
      if (message.id === undefined) {
        done(message)
        return
      }
      waiting.get(message.id)?.(message.value as never)
      waiting.delete(message.id)
    })
    child.once('exit', () => fail(new Error(`${name} has ended before it was ready`)))
  })
  return {
    process: child,
    ready: await ready,
    ask: (question) =>
      new Promise((done) => {
        last++
        waiting.set(last, done)
        child.send({ id: last, question }, () => undefined)
      }),
    end: async (signal = 'SIGKILL') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
