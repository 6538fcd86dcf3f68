import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('lives.mjs', import.meta.url))

/** Milliseconds after which lives are taken to go on without end: many times what they take on a busy machine. */
const patience = ({ seeds, users, days }) => 120_000 + 1000 * seeds * users * days

/** Lives the lives in a process of its own: what broke, that it took too long, or why nothing can be said. */
export const live = (path, lives, signal) =>
  new Promise((resolve) => {
    const { first, seeds, users, days, faultRate } = lives
    const child = fork(program, [path, first, seeds, users, days, faultRate])
    const end = () => child.kill('SIGKILL')
    const most = patience(lives)
    let outcome = {}
    const timer = setTimeout(() => {
      outcome = { late: `not within ${Math.round(most / 1000)} s` }
      end()
    }, most)
    signal.addEventListener('abort', end)
    child.on('message', (broken) => (outcome = { broken }))
    child.on('error', ({ message }) => (outcome = { wrong: message }))
    child.on('close', (code, by) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      const isWhole = code === 0 || outcome.late !== undefined
      resolve(isWhole ? outcome : { wrong: `the simulation ended with ${by ?? code}` })
    })
  })
