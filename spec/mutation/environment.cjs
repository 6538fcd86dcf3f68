const { TestEnvironment } = require('jest-environment-node')

let killed
let stray

// What a timer throws between two tests would end the process.
process.on('uncaughtException', (error) => {
  stray = error
})

/** Node, where the first failed test ends a mutant's run, and an error that nobody caught is a test's that it followed. */
module.exports = class extends TestEnvironment {
  async handleTestEvent({ name, test }) {
    const mutant = process.env.__STRYKER_ACTIVE_MUTANT__
    if (mutant === undefined) return
    if (name === 'test_start' && killed === mutant) test.mode = 'skip'
    // RxJS throws in a timer what it can tell nobody.
    if (/^test_fn_(success|failure)$/.test(name)) await new Promise((resolve) => setTimeout(resolve, 2))
    if (name !== 'test_done') return
    if (stray !== undefined) test.errors.push(stray)
    stray = undefined
    if (test.errors.length > 0) killed = mutant
  }
}
