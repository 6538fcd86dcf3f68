// node spec/hostile/run.mjs <project> [area]: attacks the rxbank that is installed in the project, by its public names.
// Each case prints a line, as in TAP; one that fails says what is promised, and what was seen.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { family, runArea } from './support/cases.mjs'

/** The files of each area; those that start processes do so beside the others, and not all at once. */
const areas = {
  links: { files: ['links', 'loops', 'linkObjects', 'origins', 'bankForm'] },
  bodies: {
    files: ['framing', 'answers', 'compression', 'bodies', 'values', 'prototypes', 'slow', 'retryAfter'],
  },
  tokens: { files: ['tokens', 'identities', 'clocks', 'wakes', 'redaction', 'leaks'] },
  feeds: { files: ['feeds', 'rounds', 'acknowledgements', 'stores'] },
  checkpoints: { files: ['checkpoints', 'survivals', 'locks'], atOnce: 3 },
  gateway: { files: ['strangers', 'paths', 'gateway', 'handles', 'limits', 'wire', 'leaving'] },
  webhooks: { files: ['forgeries', 'webhooks', 'replays'] },
  bridge: { files: ['bridge', 'windows', 'storms'], atOnce: 1 },
  callers: {
    files: ['requests', 'options', 'budgets', 'refusals', 'statuses', 'payments', 'crossings', 'loopsLeft', 'queries'],
  },
  tapes: { files: ['tapes', 'tapeFiles'] },
  programs: { files: ['settings', 'commandLine', 'readers', 'terminal', 'endings'], atOnce: 2, isAside: true },
}
const [, , , only] = process.argv

const counts = {}
const inTurn = async (isAsked) => {
  for (const [area, { files, atOnce, isAside = false }] of Object.entries(areas)) {
    if (isAside !== isAsked || (only !== undefined && only !== area)) continue
    const cases = []
    for (const file of files) cases.push(...(await import(`./areas/${file}.mjs`)).cases)
    counts[area] = await runArea(area, cases, atOnce)
  }
}
await Promise.all([inTurn(true), inTurn(false)])

/** What the page of maintainers says of how many cases an area has. */
const reported = () => {
  const guide = readFileSync(new URL('../../docs/maintainers/reliability.md', import.meta.url), 'utf8')
  const rows = guide.matchAll(/^\| `(\w+)` .*\| *(\d+) *\|$/gm)
  return Object.fromEntries(Array.from(rows, ([, area, count]) => [area, Number(count)]))
}
if (only === undefined) {
  const promise = 'docs/maintainers/reliability.md: how many cases each area has'
  await runArea('the guide', family(promise, { 'tells the counts': () => assert.deepEqual(reported(), counts) }))
}
console.log('# end')
process.exit()
