/** One run of one suite, in a process of its own; it tells its parent the rows, or the error that ended it. */
import { runOnce } from './compare.mjs'
import { suites } from './suites.mjs'

// Nothing here outlives what started it; but to wait for nothing is no reason to go on.
process.once('disconnect', () => process.exit(1))
process.channel.unref()

const [name, quick] = process.argv.slice(2)
const { file = name, flags = [] } = suites.find((suite) => suite.name === name)

const run = async () => {
  const { comparisons } = await import(`../suites/${file}.mjs`)
  const rows = []
  const bars = []
  for (const comparison of await comparisons({ quick: quick === 'quick', flags })) {
    const once = await runOnce(comparison, quick === 'quick')
    rows.push(...once.rows)
    bars.push(...once.bars)
  }
  return { rows, bars }
}

const reported = await run().catch((error) => ({ error: error instanceof Error ? error.stack : String(error) }))
process.send(reported, () => process.exit(0))
