// Runs the cases of an area, some at a time, and prints a line of TAP for each.
import { setTimeout as wait } from 'node:timers/promises'

const deadline = 60_000

// a watchdog: nothing here takes so long unless it hangs

/** A case of a family: what is promised, by the guide that says so, and the attack on it. */
export const family = (promise, cases) => Object.entries(cases).map(([name, attack]) => ({ name, promise, attack }))

/** Cases that differ in a value; `attack` gets it. */
export const table = (promise, prefix, values, attack) =>
  Object.entries(values).map(([name, value]) => ({
    name: `${prefix}: ${name}`,
    promise,
    attack: (after) => attack(value, after),
  }))

/** What an attack has opened is closed, in the opposite order, whatever came of it. */
const runCase = async ({ attack }) => {
  const cleanups = []
  const watchdog = new AbortController()
  try {
    const hang = wait(deadline, undefined, { signal: watchdog.signal }).then(
      () => Promise.reject(new Error('it hangs')),
      () => undefined,
    )
    await Promise.race([attack((cleanup) => cleanups.push(cleanup)), hang])
  } finally {
    watchdog.abort()
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

const indented = (text) => text.replace(/^/gm, '    ')

/** Runs an area; answers how many of its cases there are. */
export const runArea = async (area, cases, atOnce = 6) => {
  const report = (name, promise, error) => {
    console.log(`${error === undefined ? 'ok' : 'not ok'} - ${area}: ${JSON.stringify(name).slice(1, -1)}`)
    if (error === undefined) return
    process.exitCode = 1
    console.log(`  promised: ${promise}\n  seen:\n${indented(String(error?.stack ?? error).slice(0, 1500))}`)
  }
  const strays = []
  const stray = (error) => strays.push(error)
  process.on('uncaughtException', stray).on('unhandledRejection', stray)
  const queue = [...cases]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, promise } = next
      await runCase(next).then(
        () => report(name, promise),
        (error) => report(name, promise, error),
      )
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  report('nothing is thrown past its streams', 'errors.md: a stream that fails errors with a ClientError', strays[0])
  process.off('uncaughtException', stray).off('unhandledRejection', stray)
  return cases.length + 1
}
