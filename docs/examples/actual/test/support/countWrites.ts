import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Call = (...args: Array<unknown>) => unknown

/** Lets a function run before each call of some functions of an object. */
const runBefore = (object: object, names: ReadonlyArray<string>, run: (first: unknown) => void): void => {
  for (const name of names) {
    const call = (object as Record<string, Call>)[name]
    const value = function (this: unknown, ...args: Array<unknown>): unknown {
      run(args[0])
      return call?.apply(this, args)
    }
    Object.defineProperty(object, name, { value })
  }
}

/** Statements of Actual that write. A thousand of them fill a cache, which is no part of the books. */
const isWrite = (sql: unknown): boolean => /^\s*(?:DELETE|INSERT|UPDATE)\b(?!.*\bkvcache)/is.test(String(sql))

/** Lets a function run before each write of this process to files and to the books. */
export const countWrites = (step: () => void): void => {
  const { prototype } = createRequire(import.meta.url)('better-sqlite3') as { readonly prototype: object }
  runBefore(prototype, ['exec'], step)
  runBefore(prototype, ['prepare'], (sql) => isWrite(sql) && step())
  const sync = ['copyFileSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']
  runBefore(fs, [...sync, 'createWriteStream', 'mkdir', 'rename', 'rm', 'rmdir', 'unlink', 'writeFile'], step)
  syncBuiltinESMExports()
}
