import { readFileSync } from 'node:fs'
import { matchTransfers } from '../../../lib/ledger/transfers/matchTransfers.js'
import type { Transfer } from '../../../lib/ledger/transfers/Transfer.js'
import type { TransferConfig } from '../../../lib/ledger/transfers/TransferConfig.js'
import { transferYear } from '../../helpers/transferYear.js'

const years = Array.from({ length: 100 }, (_, index) => transferYear(index + 1))

/** How many of the transfers found are right, how many of the true ones are found, and how many are at least shown. */
const measure = (configOf: (config: TransferConfig) => TransferConfig) => {
  const counts = { true: 0, found: 0, right: 0, shown: 0, candidates: 0 }
  for (const { rows, halves, count, config } of years) {
    const { transfers, candidates } = matchTransfers(rows, configOf(config))
    const isRight = ({ from, to }: Transfer) => halves.has(from.id) && halves.get(from.id) === halves.get(to.id)
    counts.true += count
    counts.found += transfers.length
    counts.right += transfers.filter(isRight).length
    counts.shown += new Set(candidates.filter(isRight).map(({ from }) => from.id)).size
    counts.candidates += candidates.length
  }
  return {
    precision: counts.right / counts.found,
    recall: counts.right / counts.true,
    shown: (counts.right + counts.shown) / counts.true,
    candidates: counts.candidates / years.length,
  }
}

const asPercent = (value: number): string => `${(100 * value).toFixed(1)} %`

/** The lines of the table in the guide. */
const lines = (
  [
    ['`accounts`, `names`', (config) => config],
    ["`accounts`, `names`, `evidence: 'words'`", (config) => ({ ...config, evidence: 'words' })],
    ["`accounts`, `names`, `evidence: 'name'`", (config) => ({ ...config, evidence: 'name' })],
    ['none', () => ({})],
  ] as ReadonlyArray<[string, (config: TransferConfig) => TransferConfig]>
).map(([options, configOf]) => {
  const { precision, recall, shown, candidates } = measure(configOf)
  const cells = [options, asPercent(precision), asPercent(recall), asPercent(shown), candidates.toFixed(0)]
  return { options, precision, recall, shown, candidates, cells }
})

describe('matchTransfers, in a hundred years with rows that look like transfers', () => {
  it('finds few wrong transfers, and shows a person nearly all others', () => {
    const [usual, , careful, bare] = lines
    expect(usual?.precision).toBeGreaterThan(0.985)
    expect(usual?.recall).toBeGreaterThan(0.93)
    expect(usual?.shown).toBeGreaterThan(0.99)
    expect(usual?.candidates).toBeLessThan(55)
    expect(careful?.precision).toBeGreaterThan(0.995)
    expect(careful?.recall).toBeGreaterThan(0.7)
    expect(bare?.precision).toBeGreaterThan(0.98)
    expect(bare?.recall).toBeGreaterThan(0.65)
  })

  it('has the figures of the guide', () => {
    const guide = readFileSync('docs/guides/transfers.md', 'utf8').split('\n')
    const tableLines = guide.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    for (const { cells } of lines) expect(tableLines).toContainEqual(cells)
  })
})
