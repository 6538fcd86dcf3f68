const { inspect } = require('node:util')

/** Runs one check and prints its outcome as a line of TAP, which .ci/run counts, and comments that say what failed. */
exports.check = async (name, run) => {
  try {
    await run()
    console.log(`ok - ${name}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`not ok - ${name}`)
    console.log(inspect(error).replace(/^/gm, '#   '))
  }
}
