import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { type EventEmitter, once } from 'node:events'
import { writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { lookAs } from './terminal.js'

/** A command, as the process that runs one after another is told of it. */
export interface Task {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** What is written to both outputs after the command. */
  readonly mark: string
}

const outputs = [process.stdout, process.stderr]

/** Ends this process, so that nobody takes what a command has left behind for the work of the next one. */
const refuse = (what: string): never => {
  writeSync(process.stderr.fd, `${what}\n`)
  process.exit(1)
}

/** The command that something is done for, and the command that runs. */
const owner = new AsyncLocalStorage<Task>()
let current: Task | undefined

for (const output of outputs) {
  const write = output.write.bind(output) as (...args: ReadonlyArray<unknown>) => boolean
  output.write = (...args: ReadonlyArray<unknown>) => {
    const by = owner.getStore()
    if (by !== current) refuse(`rxbank ${by?.args.join(' ') ?? ''} wrote after its end: ${String(args[0])}`)
    return write(...args)
  }
}

/** Connections that commands have opened, which would end with their processes. */
const sockets = new Set<Socket>()
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})

const disconnect = async (): Promise<void> => {
  await Promise.all(Array.from(sockets, (socket) => once(socket.destroy(), 'close')))
}

type Listener = (...args: Array<unknown>) => void
type Listening = readonly [emitter: EventEmitter, event: string | symbol, listener: Listener]

const listeners = (): ReadonlyArray<Listening> =>
  [process, ...outputs].flatMap((emitter: EventEmitter) =>
    emitter
      .eventNames()
      .flatMap((event) => emitter.listeners(event).map((of): Listening => [emitter, event, of as Listener])),
  )

/** Takes away what `run` adds to each process; the command may have added nothing that stays. */
const forget = (before: ReadonlyArray<Listening>, { args }: Task): void => {
  const known = new Set(before.map(([, , listener]) => listener))
  const added = listeners().filter(([, , listener]) => !known.has(listener))
  for (const [emitter, event, listener] of added) emitter.off(event, listener)
  const events = added.map(([, event]) => String(event)).join()
  if (events !== 'uncaughtException,error,error') refuse(`rxbank ${args.join(' ')} still listens: ${events}`)
}

const setEnvironment = (env: Task['env']): void => {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, env)
  lookAs(env)
}

/** Runs a command of the given arguments, and answers its exit code. */
export type Run = (args: Task['args']) => Promise<number>

/** Runs a command until its process would end by itself, since nothing is left to wait for; answers its exit code. */
const perform = async (run: Run, task: Task): Promise<number> => {
  const ended = new Promise<void>((resolve) => {
    process.once('beforeExit', () => {
      process.channel?.ref()
      resolve()
    })
  })
  // From here on nothing but the command keeps this process running.
  process.channel?.unref()
  void owner.run(task, async () => {
    process.exitCode = await run(task.args)
  })
  await ended
  // Node's code for a program that waits for what never comes.
  return Number(process.exitCode ?? 13)
}

const serve = async (run: Run, task: Task): Promise<void> => {
  const before = listeners()
  setEnvironment(task.env)
  current = task
  const code = await perform(run, task)
  current = undefined
  process.exitCode = undefined
  forget(before, task)
  await disconnect()
  for (const output of outputs) output.write(task.mark)
  process.send?.(code)
}

/** Runs the commands that this process is told of, in turn. It ends by itself when it is told that none comes any more. */
export const runCommands = (run: Run): void => {
  process.on('message', (task: Task | 'end') => {
    if (task === 'end') process.disconnect()
    else void serve(run, task)
  })
}
