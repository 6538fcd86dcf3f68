import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('lives.mjs', import.meta.url))

/** Milliseconds after which lives are taken to go on without end: many times what they take on a busy machine. */
const patience = ({ seeds, users, days }) => 120_000 + 1000 * seeds * users * days

/**
 * Lives lives one after the other in a process of their own, which compiles the simulation once for all: what broke, that
 * it took too long, or why nothing can be said. After the latter two the next lives are lived in a new process.
 */
export const host = (path, signal) => {
  let child
  const end = () => child?.kill('SIGKILL')
  signal.addEventListener('abort', end)

  const live = ({ name, loads }, lives) =>
    new Promise((resolve) => {
      child ??= fork(program, [path])
      const most = patience(lives)
      let late
      const timer = setTimeout(() => {
        late = `not within ${Math.round(most / 1000)} s`
        end()
      }, most)
      const settle = (outcome) => {
        clearTimeout(timer)
        for (const event of ['message', 'error', 'close']) child?.removeAllListeners(event)
        resolve(outcome)
      }
      const lost = (wrong) => {
        settle(late === undefined ? { wrong } : { late })
        child = undefined
      }
      child.once('message', settle)
      child.once('error', ({ message }) => lost(message))
      child.once('close', (code, by) => lost(`the simulation ended with ${by ?? code}`))
      child.send({ name, loads, lives })
    })

  return { live, end }
}
