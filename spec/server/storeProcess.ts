import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { builtProgram } from '../helpers/builtProgram.js'

/** What a process says: what it has saved, or why it could not. */
export interface Said {
  readonly saved?: number
  readonly reason?: string
  readonly message?: string
}

interface Talk {
  readonly ask: () => void
  /** What it says next; `undefined` when it has ended. */
  readonly said: () => Promise<Said | undefined>
}

/** A process that keeps checkpoints; see `storeProgram.ts`. */
export interface StoreProcess extends Talk {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
}

/** A thread of this process that does the same. */
export interface StoreThread extends Talk {
  readonly worker: Worker
}

/** Builds the program, and starts it any number of times. */
export interface StoreProcesses {
  readonly start: (args: ReadonlyArray<string | number>, shell?: string) => StoreProcess
  readonly startThread: (args: ReadonlyArray<string | number>) => StoreThread
  /** Kills those that still run. */
  readonly stop: () => void
}

const talk = (input: Writable, output: Readable): Talk => {
  const lines = createInterface(output)[Symbol.asyncIterator]()
  return {
    ask: () => input.write('\n'),
    said: async () => {
      const { value, done } = await lines.next()
      return done === true ? undefined : (JSON.parse(value) as Said)
    },
  }
}

export const storeProcesses = (): StoreProcesses => {
  const outfile = join(builtProgram({ entryPoints: ['spec/server/storeProgram.ts'] }), 'program.cjs')
  const children: Array<ChildProcess> = []
  return {
    start: (args, shell = '') => {
      const command = `${shell} exec "$0" "$@"`
      const child = spawn('bash', ['-c', command, process.execPath, outfile, ...args.map(String)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.push(child)
      return { child, ...talk(child.stdin, child.stdout), ended: once(child, 'close') }
    },
    startThread: (args) => {
      const worker = new Worker(outfile, { argv: [...args], stdin: true, stdout: true })
      return { worker, ...talk(worker.stdin as Writable, worker.stdout) }
    },
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
