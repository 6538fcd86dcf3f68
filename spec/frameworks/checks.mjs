import assert from 'node:assert/strict'

/** Runs checks in their order, and prints a line of TAP for each. */
export const runChecks = async (checks) => {
  for (const [name, run] of Object.entries(checks))
    try {
      await run()
      console.log(`ok - ${name}`)
    } catch (error) {
      console.log(`not ok - ${name}\n${error.stack}`)
      process.exitCode = 1
    }
}

/** Waits until a condition holds: frameworks render in a later microtask or task. */
export const until = async (isTrue, what) => {
  for (let turn = 0; turn < 200; turn++) {
    if (isTrue()) return
    await new Promise((done) => setTimeout(done))
  }
  assert.fail(`never: ${what()}`)
}
