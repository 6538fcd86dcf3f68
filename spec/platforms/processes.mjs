// Programs that a platform runs.
import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

const running = new Set()

const start = (folder, [command, ...args], env) => {
  // A group of its own, so that what it starts stops with it.
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, detached: true })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  running.add(child)
  const forget = () => running.delete(child)
  closed.then(forget, forget)
  return { closed, isRunning: () => running.has(child), output: () => Buffer.concat(chunks).toString('utf8') }
}

/** Runs a program to its end, and returns what it printed. Throws if it fails. */
export const run = async (folder, command, env = {}) => {
  const { closed, output } = start(folder, command, env)
  const status = await closed
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}:\n${output()}`)
  return output()
}

/** Waits until a condition holds; returns whether it did within two minutes. */
export const waitUntil = async (condition) => {
  const end = performance.now() + 120_000
  while (performance.now() < end) {
    if (await condition()) return true
    await setTimeout(100)
  }
  return false
}

const responds = (url) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Starts a server, and waits until it responds at a URL. Returns what it has printed, as a function. */
export const serve = async (folder, command, url, env = {}) => {
  const { closed, isRunning, output } = start(folder, command, env)
  closed.catch(() => undefined)
  await waitUntil(async () => !isRunning() || responds(url))
  if (!isRunning()) throw new Error(`${command.join(' ')} does not serve ${url}:\n${output()}`)
  return output
}

/** Stops all programs that still run. */
export const stopAll = () => {
  for (const { pid } of running) process.kill(-pid, 'SIGKILL')
}
