import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { builtProgram } from './builtProgram.js'
import { type CommandProcess, commandProcess, type Ended } from './commandProcess.js'
import { isPlain } from './terminal.js'

type Args = ReadonlyArray<string>
type Variables = Readonly<Record<string, string>>

/** A process that runs. */
export interface Running {
  readonly child: ChildProcess
  /** The next line of its output, from the first. */
  readonly line: () => Promise<string>
  readonly ended: Promise<Ended>
}

/** The command line as it would be installed. */
export interface CommandLine {
  /** Starts a command in a process of its own, for what a spec does to it, or to what it reads and writes. */
  readonly start: (args: Args, env?: Variables) => Running
  /** Runs a command to its end in a process of its own, for what is about a process. */
  readonly runAlone: (args: Args, env?: Variables) => Promise<Ended>
  /**
   * Runs a command to its end in a process that runs others before and after, in turn, for what it says, asks and answers.
   */
  readonly run: (args: Args, env?: Variables) => Promise<Ended>
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

/** The variables of a command: its own, and those of this process that it makes no difference by. */
const variables = (own: Variables): Variables => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      /^(DEBUG|NODE_|CI|NO_COLOR|FORCE_COLOR|RXBANK_|XDG_CONFIG_HOME)/.test(name) ? [] : [[name, value]],
    ),
  ),
  ...own,
})

const startProcess = (file: string, args: Args, env: Variables): Running => {
  const child = spawn(process.execPath, [file, ...args], { env: variables(env), stdio: 'pipe' })
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

/** The process for the commands of a spec file, from the first of them. */
let shared: CommandProcess | undefined
let last: Promise<unknown> = Promise.resolve()

afterAll(async () => {
  await shared?.end()
})

const runShared = async (program: string, args: Args, env: Variables): Promise<Ended> => {
  shared ??= commandProcess(program, variables({}))
  try {
    return await shared.perform(args, variables(env))
  } catch (error) {
    shared = undefined
    throw error
  }
}

/** Runs a command when those that were asked for before it have ended. */
const runInTurn = (program: string, args: Args, env: Variables): Promise<Ended> => {
  if (!isPlain(env)) throw new Error('options for Node need a process of its own: use runAlone')
  const ended = last.then(() => runShared(program, args, env))
  last = ended.catch(() => undefined)
  return ended
}

/** Modules that specs load by themselves, beside the program. */
const parts = ['reportError', 'program', 'service/refuseSecrets', 'splitValues']

/**
 * Lays out the command line as the build does, but in a fraction of its time: types are not checked, and peers are in the
 * bundle too. The suites of the package run it as it is shipped.
 */
export const buildCommandLine = (): CommandLine => {
  const options = {
    chunkNames: 'cli/[name]-[hash]',
    entryPoints: {
      ...Object.fromEntries(['main', ...parts].map((name) => [`cli/${name}`, `lib/cli/${name}.ts`])),
      'cli/commandProgram': 'spec/helpers/commandProgram.ts',
    },
    external: [
      'cross-fetch',
      '@modelcontextprotocol/server',
      '@photostructure/sqlite',
      'cli-table3',
      'commander',
      'picocolors',
      'pg',
      'graphile-worker',
    ],
    format: 'esm' as const,
    outdir: 'dist/node',
    splitting: true,
  }
  const directory = builtProgram(options, (folder) => {
    copyFileSync('package.json', join(folder, 'package.json'))
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  })
  const modules = join(directory, 'dist/node/cli')
  const main = join(modules, 'main.js')
  return {
    start: (args, env = {}) => startProcess(main, args, env),
    runAlone: (args, env = {}) => startProcess(main, args, env).ended,
    run: (args, env = {}) => runInTurn(join(modules, 'commandProgram.js'), args, env),
    modules,
    shellCommand: `'${process.execPath}' '${main}'`,
  }
}
