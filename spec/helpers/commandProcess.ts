import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Task } from './commandRunner.js'

/** How a command or a program ended, and all that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process in which one command runs after another: to load the command line takes longer than most commands do. */
export interface CommandProcess {
  /** Runs a command; fails if it leaves something behind, or does not end. */
  readonly perform: (args: Task['args'], env: Task['env']) => Promise<Ended>
  /** Ends the process; fails if a command has left something behind. */
  readonly end: () => Promise<void>
}

/** How long a command may take, in milliseconds: less than a spec. */
const limit = 45_000

interface Reading {
  /** What was written and not taken yet. */
  readonly rest: () => string
  /** Takes what is written before a mark. */
  readonly until: (mark: string) => Promise<string>
}

const reading = (stream: Readable): Reading => {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return {
    rest: () => text,
    until: async (mark) => {
      while (!text.includes(mark)) await once(stream, 'data')
      const [before = '', after = ''] = text.split(mark)
      text = after
      return before
    },
  }
}

/**
 * Starts the process.
 *
 * - `file`: a program that calls `runCommands`, as it was built.
 * - `env`: what it finds when it loads the commands, each of which has variables of its own.
 */
export const commandProcess = (file: string, env: Task['env']): CommandProcess => {
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const [stdout, stderr] = [reading(child.stdout as Readable), reading(child.stderr as Readable)]
  const rest = (): string => stdout.rest() + stderr.rest()
  const closed = once(child, 'close') as Promise<[code: number | null]>

  const gone = async (): Promise<never> => {
    await closed
    throw new Error('the process has ended')
  }

  const answer = async (task: Task): Promise<Ended> => {
    child.send(task)
    const reported = once(child, 'message', { signal: AbortSignal.timeout(limit) }) as Promise<[code: number]>
    const [[code], out, err] = await Promise.all([reported, stdout.until(task.mark), stderr.until(task.mark)])
    return { code, stdout: out, stderr: err }
  }

  return {
    perform: async (args, own) => {
      try {
        if (rest() !== '') throw new Error('the command before wrote after its end')
        return await Promise.race([answer({ args, env: own, mark: `\0${randomUUID()}\0` }), gone()])
      } catch (cause) {
        child.kill('SIGKILL')
        throw new Error(`rxbank ${args.join(' ')}, in one process with others: ${String(cause)}\n${rest()}`, { cause })
      }
    },
    end: async () => {
      if (child.connected) child.send('end')
      const [code] = await closed
      if (code !== 0 || rest() !== '') throw new Error(`the last command has left something behind: ${rest()}`)
    },
  }
}
