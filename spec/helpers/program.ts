import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtProgram } from './builtProgram.js'

/** A program in a Node process of its own. */
export interface Running {
  readonly child: ChildProcess
  /** The next line that it writes; `undefined` when it has ended. */
  readonly line: () => Promise<string | undefined>
  /** Its exit code and the signal that ended it, once it has. */
  readonly ended: Promise<ReadonlyArray<unknown>>
}

/** A program that can be started any number of times. */
export interface Program {
  readonly start: (args?: ReadonlyArray<string>, nodeArgs?: ReadonlyArray<string>) => Running
}

/** Builds a TypeScript program, its imports relative to `spec/`, against the sources and not what was built of them. */
export const program = (contents: string): Program => {
  const resolveDir = join(process.cwd(), 'spec')
  const file = join(builtProgram({ stdin: { contents, loader: 'ts', resolveDir } }), 'program.cjs')
  return {
    start: (args = [], nodeArgs = []) => {
      const child = spawn(process.execPath, ['--no-deprecation', ...nodeArgs, file, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      return {
        child,
        line: async () => {
          const { value, done } = await lines.next()
          return done === true ? undefined : value
        },
        ended: once(child, 'close'),
      }
    },
  }
}
