import fs, { writeSync } from 'node:fs'
import promises from 'node:fs/promises'
import http from 'node:http'

let passed = 0

/** Prints the name of a boundary; at the one whose number or name is `DIE_AT`, the process kills itself. */
const boundary = (name: string): void => {
  const dieAt = process.env.DIE_AT
  passed++
  writeSync(1, `${JSON.stringify({ boundary: name })}\n`)
  if (String(passed) === dieAt || name === dieAt) process.kill(process.pid, 'SIGKILL')
}

type Callable = (this: unknown, ...args: Array<unknown>) => unknown

/** Puts a boundary before and after each call of a function. */
const bound = (owner: object, ...names: ReadonlyArray<string>): void => {
  const functions = owner as Record<string, Callable>
  for (const name of names) {
    const call = functions[name] as Callable
    const after = (result: unknown): unknown => {
      if (name === 'open') bound(result as object, 'sync', 'writeFile')
      if (name === 'request') (result as http.ClientRequest).once('response', () => boundary('response'))
      boundary(`after ${name}`)
      return result
    }
    functions[name] = function (...args) {
      boundary(`before ${name}`)
      const result = call.apply(this, args)
      return result instanceof Promise ? result.then(after) : after(result)
    }
  }
}

/** Puts a boundary before and after each effect of this process on the world: a request, a file, a line that it prints. */
export const addBoundaries = (): void => {
  bound(promises, 'open', 'rename', 'rm')
  bound(fs, 'linkSync', 'renameSync', 'writeFileSync')
  bound(console, 'log')
  bound(http, 'request')
}
