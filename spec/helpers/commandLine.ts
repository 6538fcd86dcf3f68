import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtProgram } from './builtProgram.js'

/** How a process ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process that runs. */
export interface Running {
  readonly child: ChildProcess
  /** The next line of its output, from the first. */
  readonly line: () => Promise<string>
  readonly ended: Promise<Ended>
}

/** The command line as it would be installed. */
export interface CommandLine {
  readonly start: (args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Running
  readonly run: (args: ReadonlyArray<string>, env?: Readonly<Record<string, string>>) => Promise<Ended>
  /** Where its modules are. */
  readonly modules: string
  /** A command for a shell that runs it. */
  readonly shellCommand: string
}

const collected = (stream: NodeJS.ReadableStream): (() => string) => {
  const chunks: Array<Buffer> = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString('utf8')
}

const startProcess = (file: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Running => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DEBUG|NODE_|CI|NO_COLOR|FORCE_COLOR|RXBANK_|XDG_CONFIG_HOME)/.test(name),
    ),
  )
  const child = spawn(process.execPath, [file, ...args], { env: { ...inherited, ...env }, stdio: 'pipe' })
  const stdout = collected(child.stdout)
  const stderr = collected(child.stderr)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    child,
    line: async () => {
      const { value, done } = await lines.next()
      if (done === true) throw new Error(`it has ended: ${stderr()}`)
      return value
    },
    ended: new Promise((resolve) => {
      child.once('close', (code) => {
        resolve({ code, stdout: stdout(), stderr: stderr() })
      })
    }),
  }
}

/** Modules that specs load by themselves, beside the program. */
const parts = ['explain', 'program', 'service/refuseSecrets', 'splitValues']

/**
 * Lays out the command line as the build does, but in a fraction of its time: types are not checked, and peers are in the
 * bundle too. The suites of the package run it as it is shipped.
 */
export const buildCommandLine = (): CommandLine => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: object }
  const options = {
    chunkNames: 'cli/[name]-[hash]',
    entryPoints: ['main', ...parts].map((name) => `lib/cli/${name}.ts`),
    external: [...Object.keys(dependencies), 'pg', 'graphile-worker'],
    format: 'esm' as const,
    outbase: 'lib',
    outdir: 'dist/esm',
    splitting: true,
  }
  const directory = builtProgram(options, (folder) => {
    copyFileSync('package.json', join(folder, 'package.json'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  })
  const main = join(directory, 'dist/esm/cli/main.js')
  return {
    start: (args, env = {}) => startProcess(main, args, env),
    run: (args, env = {}) => startProcess(main, args, env).ended,
    modules: join(directory, 'dist/esm/cli'),
    shellCommand: `'${process.execPath}' '${main}'`,
  }
}
