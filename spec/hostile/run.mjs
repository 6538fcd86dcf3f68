// node spec/hostile/run.mjs <project> [area]: attacks the rxbank that is installed in the project, area by area. Each
// case prints a line, as in TAP; one that fails says what is promised, and what was seen.
import { runArea } from './support/cases.mjs'

const areas = { links: {}, origins: {}, bankForm: {}, framing: {}, bodies: {}, values: {}, slow: {}, tokens: {}, clocks: {}, redaction: {}, feeds: {}, acknowledgements: {}, checkpoints: {}, gateway: {}, wire: {}, webhooks: {}, bridge: { atOnce: 1 }, commandLine: { atOnce: 3 } }
const [, , , only] = process.argv

const counts = {}
for (const [area, options] of Object.entries(areas)) {
  if (only !== undefined && only !== area) continue
  const { cases } = await import(`./areas/${area}.mjs`)
  counts[area] = await runArea(area, cases, options)
}
console.log(counts)
process.exit()
