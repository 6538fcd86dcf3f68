import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'

/** What a process says: what it has saved, or why it could not. */
export interface Said {
  readonly saved?: number
  readonly reason?: string
  readonly message?: string
}

/** A process that keeps checkpoints; see `storeProgram.ts`. */
export interface StoreProcess {
  readonly child: ChildProcess
  readonly ask: () => void
  /** What it says next; `undefined` when it has ended. */
  readonly said: () => Promise<Said | undefined>
  readonly ended: Promise<unknown>
}

/** Builds the program, and starts it any number of times. */
export interface StoreProcesses {
  readonly start: (args: ReadonlyArray<string | number>, shell?: string) => StoreProcess
  readonly remove: () => void
}

export const storeProcesses = (): StoreProcesses => {
  const directory = mkdtempSync(join(tmpdir(), 'rxbank-store-'))
  const outfile = join(directory, 'program.cjs')
  buildSync({ entryPoints: ['spec/node/storeProgram.ts'], outfile, bundle: true, platform: 'node', target: 'node20' })
  const children: Array<ChildProcess> = []
  return {
    start: (args, shell = '') => {
      const command = `${shell} exec "$0" "$@"`
      const child = spawn('bash', ['-c', command, process.execPath, outfile, ...args.map(String)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.push(child)
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      return {
        child,
        ask: () => child.stdin.write('\n'),
        said: async () => {
          const { value, done } = await lines.next()
          return done === true ? undefined : (JSON.parse(value) as Said)
        },
        ended: once(child, 'close'),
      }
    },
    remove: () => {
      for (const child of children) child.kill('SIGKILL')
      rmSync(directory, { recursive: true })
    },
  }
}
