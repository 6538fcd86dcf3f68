import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SandboxCredentials } from '../../lib/sandbox.js'
import { builtProgram } from '../helpers/builtProgram.js'

/** One life of a process that watches; see `watcherProgram.ts`. */
export interface WatcherLife {
  readonly url: string
  readonly credentials: SandboxCredentials
  readonly externalUserId: string
  /** Where it keeps what it has been told, and its checkpoint. */
  readonly folder: string
  /** The boundary between two effects at which it kills itself; `null`: it lives until it is killed. */
  readonly dieAt: number | string | null
}

/** How a life went. */
export interface WatcherEnd {
  readonly signal: NodeJS.Signals | null
  readonly code: number | null
  /** The boundaries that it passed; the last one is where it killed itself, if it did. */
  readonly boundaries: ReadonlyArray<string>
  /** All that it wrote to its standard output and error. */
  readonly output: string
}

/** Whether to send a signal now, after so many boundaries, the last of which has a name. */
export type Judge = (boundaries: ReadonlyArray<string>) => NodeJS.Signals | undefined

/** Builds the program, and starts it any number of times. */
export interface WatcherProcesses {
  readonly live: (life: WatcherLife, judge?: Judge) => Promise<WatcherEnd>
  /** Kills those that still run. */
  readonly stop: () => void
}

export const watcherProcesses = (): WatcherProcesses => {
  const outfile = join(builtProgram({ entryPoints: ['spec/server/watcherProgram.ts'] }), 'program.cjs')
  const children = new Set<ChildProcess>()
  return {
    live: async (life, judge = () => undefined) => {
      const child = spawn(process.execPath, [outfile, JSON.stringify(life)], { stdio: ['ignore', 'pipe', 'pipe'] })
      children.add(child)
      const boundaries: Array<string> = []
      let output = ''
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      createInterface(child.stdout).on('line', (line) => {
        output += `${line}\n`
        const { boundary } = JSON.parse(line) as { readonly boundary?: string }
        if (boundary === undefined) return
        boundaries.push(boundary)
        const signal = judge(boundaries)
        if (signal !== undefined) child.kill(signal)
      })
      const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
      children.delete(child)
      return { signal, code, boundaries, output }
    },
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
