// Programs that run one after another in one process beside this one. Whoever hurts it gets a new one for those that follow.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { project } from './installed.mjs'

const file = fileURLToPath(new URL('runner.mjs', import.meta.url))

/** What ends an output of a program. */
const mark = randomUUID()

const start = () => {
  const child = spawn(process.execPath, [file, project], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const written = { stdout: '', stderr: '' }
  for (const name of Object.keys(written)) child[name].setEncoding('utf8').on('data', (more) => (written[name] += more))
  return { child, written, closed: once(child, 'close') }
}

/** Takes what a program has written to an output, when that is whole. */
const taken = async ({ child, written }, name) => {
  while (!written[name].endsWith(mark)) await once(child[name], 'data')
  const text = written[name].slice(0, -mark.length)
  written[name] = ''
  return text
}

let shared
let count = 0
let last = Promise.resolve()

const perform = async (task) => {
  shared ??= start()
  const { child, written, closed } = shared
  child.send({ ...task, count: count++, mark })
  const whole = Promise.all([once(child, 'message'), taken(shared, 'stdout'), taken(shared, 'stderr')])
  const isOver = await Promise.race([whole, closed.then(() => undefined)])
  if (isOver !== undefined) {
    const [[code], out, err] = isOver
    return { code, signal: null, out, err }
  }
  // It has ended the process, as it would have ended one of its own.
  shared = undefined
  const [code, signal] = await closed
  return { code, signal, out: written.stdout, err: written.stderr }
}

/**
 * Runs a program when those before it have ended: the arguments of a command and its environment, or a text. Answers how
 * it ended, and what it wrote. One that has not ended when its case has is killed.
 */
export const inTurn = async (after, task) => {
  let isAsked = true
  let isRunning = false
  const ended = last.then(async () => {
    if (!isAsked) return undefined
    isRunning = true
    return perform(task).finally(() => (isRunning = false))
  })
  last = ended.catch(() => undefined)
  after(async () => {
    isAsked = false
    if (isRunning) shared.child.kill('SIGKILL')
    await ended
  })
  return ended
}
