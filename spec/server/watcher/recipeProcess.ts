import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtProgram } from '../../helpers/builtProgram.js'

/** How a process of the recipe went until it was killed. */
export interface Life {
  readonly signal: NodeJS.Signals | null
  /** The boundaries that it passed; see `boundaries.ts`. */
  readonly boundaries: ReadonlyArray<string>
  /** The rows that it printed, as JSON; `isSaved`: whether a checkpoint was saved after the row was printed. */
  readonly printed: ReadonlyArray<{ readonly row: string; readonly isSaved: boolean }>
  /** All that it wrote to its standard output and error. */
  readonly output: string
}

/** Whether to kill the process now that it has passed these boundaries. */
type IsEnough = (boundaries: ReadonlyArray<string>) => boolean

/** Starts the recipe any number of times. */
export interface RecipeProcesses {
  /** `env`: the variables of the recipe; `dieAt`: the boundary at which it kills itself, by its number or its name. */
  readonly live: (env: NodeJS.ProcessEnv, end: { readonly dieAt: number | string } | IsEnough) => Promise<Life>
  /** Kills those that still run. */
  readonly stop: () => void
}

/** The first program of the watcher's guide, which readers see. */
const recipe = (): string => {
  const guide = readFileSync('docs/guides/watcher.md', 'utf8').replace(/<!--[^]*?-->/g, '')
  return /```ts\n([^]*?)```/.exec(guide)?.[1] ?? ''
}

/** The recipe with boundaries. It polls ten times a second, and reads no more of the past than its clock needs. */
export const recipeProcesses = (): RecipeProcesses => {
  const quick = recipe().replace('since:', 'every: 100, overlap: 1000, since:')
  const contents = `import { addBoundaries } from './server/watcher/boundaries.js'\naddBoundaries()\n${quick}`
  const stdin = { contents, loader: 'ts' as const, resolveDir: join(process.cwd(), 'spec') }
  const file = join(builtProgram({ stdin, minify: true }), 'program.cjs')
  const children = new Set<ChildProcess>()
  return {
    live: async (env, end) => {
      const dieAt = typeof end === 'function' ? {} : { DIE_AT: String(end.dieAt) }
      const child = spawn(process.execPath, [file], { env: { ...env, ...dieAt }, stdio: ['ignore', 'pipe', 'pipe'] })
      children.add(child)
      const boundaries: Array<string> = []
      const printed: Array<{ readonly row: string; readonly after: number }> = []
      let output = ''
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      createInterface(child.stdout).on('line', (line) => {
        output += `${line}\n`
        const { boundary } = JSON.parse(line) as { readonly boundary?: string }
        if (boundary === undefined) printed.push({ row: line, after: boundaries.length })
        else boundaries.push(boundary)
        if (typeof end === 'function' && end(boundaries)) child.kill('SIGKILL')
      })
      const [, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
      children.delete(child)
      const lastSave = boundaries.lastIndexOf('after rename')
      return {
        signal,
        boundaries,
        output,
        printed: printed.map(({ row, after }) => ({ row, isSaved: after <= lastSave })),
      }
    },
    stop: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
