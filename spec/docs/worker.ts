import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { inAngular } from './angular.js'

/** The body of an example. */
export interface Program {
  readonly usesAngular: boolean
  readonly run: () => Promise<void>
}

/** A line of a stack that lies in an example, whose module is called `file:line title`. */
const frame = /example:([^\s:]+):.*:(\d+):\d+\)?$/m

/** An error's message, and the place in an example where it comes from; the whole stack if there is none. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return `threw ${inspect(error)}`
  const { name, message, stack = message } = error
  const [, file, line] = frame.exec(stack) ?? []
  return file === undefined ? stack : `${file}:${String(line)}: ${name}: ${message}`
}

/** Runs examples one after the other, and posts of each what went wrong in it: `''` if nothing did. */
export const runAll = async (programs: ReadonlyArray<Program>, limit: number): Promise<void> => {
  let thrown: Array<string> = []
  // What a subscriber throws, RxJS throws again out of a timer.
  process.on('uncaughtException', (error) => thrown.push(describe(error)))
  process.on('unhandledRejection', (error) => thrown.push(describe(error)))
  for (const { usesAngular, run } of programs) {
    thrown = []
    const ended = (usesAngular ? inAngular(run) : run()).catch((error: unknown) => thrown.push(describe(error)))
    const late = setTimeout(limit, `has not ended within ${String(limit)} ms`)
    const outcome = await Promise.race([ended, late])
    if (typeof outcome === 'string') thrown.push(outcome)
    // Timers of RxJS that were armed before this one run before it.
    await setTimeout(1)
    parentPort?.postMessage(thrown.join('\n'))
  }
}
