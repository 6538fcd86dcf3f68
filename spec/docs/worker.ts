import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { inAngular } from './angular.js'

/** The body of an example. */
export interface Program {
  readonly usesAngular: boolean
  readonly run: () => Promise<void>
}

let positions: SourceMap | undefined

/** Where a line of a stack lies: by the map of the program, which takes seconds to read, and so is read for errors alone. */
const sourceOf = (line: number, column: number) => {
  positions ??= new SourceMap(JSON.parse(readFileSync(`${__filename}.map`, 'utf8')) as SourceMapPayload)
  const entry = positions.findEntry(line - 1, column - 1)
  return 'originalSource' in entry ? { name: entry.originalSource, line: entry.originalLine + 1 } : undefined
}

/** The place in an example, whose module is called `example:file:line title`, that a stack comes from. */
const placeIn = (stack: string): string | undefined => {
  for (const [, line, column] of stack.matchAll(/examples\.cjs:(\d+):(\d+)/g)) {
    const source = sourceOf(Number(line), Number(column))
    const [, file] = /example:([^\s:]+):/.exec(source?.name ?? '') ?? []
    if (file !== undefined) return `${file}:${String(source?.line)}`
  }
  return undefined
}

/** An error's message, and the place in an example where it comes from; the whole stack if there is none. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return `threw ${inspect(error)}`
  const { name, message, stack = message } = error
  const place = placeIn(stack)
  return place === undefined ? stack : `${place}: ${name}: ${message}`
}

/**
 * Sets the clock to a fixed time that then goes on. By the real one, an example that runs while the banks of a sandbox book,
 * early in the morning, would see rows that it does not expect.
 */
const setClock = (start: number): void => {
  const offset = start - Date.now()
  const realNow = Date.now
  Date.now = () => realNow() + offset
  globalThis.Date = new Proxy(Date, {
    construct: (RealDate, values: ReadonlyArray<unknown>) =>
      Reflect.construct(RealDate, values.length === 0 ? [RealDate.now()] : values) as Date,
  })
}

/** Runs examples one after the other, and posts of each what went wrong in it: `''` if nothing did. */
export const runAll = async (programs: ReadonlyArray<Program>, limit: number): Promise<void> => {
  setClock(Date.UTC(2026, 10, 20, 12))
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
