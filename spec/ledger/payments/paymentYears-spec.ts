import { readFileSync } from 'node:fs'
import { matchExpected } from '../../../lib/ledger/payments/matchExpected.js'
import type { PaymentCandidate, PaymentMatch } from '../../../lib/ledger/payments/PaymentMatch.js'
import type { MatchExpectedConfig } from '../../../lib/ledger/payments/PaymentRule.js'
import { paymentYear } from '../../helpers/paymentYear.js'

const years = Array.from({ length: 20 }, (_, index) => paymentYear(index + 1))

const idsOf = ({ allocations }: PaymentMatch<{ readonly id: number | string }>): string =>
  allocations
    .map(({ expected }) => String(expected.id))
    .sort()
    .join(' ')

/** A candidate shows the right answer if it has one of the expected payments that the payment pays. */
const showsOne = (truth: string, candidate: PaymentCandidate<{ readonly id: number | string }>): boolean =>
  truth.split(' ').includes(idsOf(candidate))

const measure = (config: MatchExpectedConfig) => {
  const counts = { found: 0, right: 0, true: 0, withReference: 0, rightWithReference: 0, shown: 0, questions: 0 }
  for (const { rows, expected, truth, withReference } of years) {
    const { matches, candidates } = matchExpected(rows, expected, config)
    const right = matches.filter((match) => truth.get(match.payment.id) === idsOf(match))
    const isShown = (candidate: PaymentCandidate<(typeof expected)[number]>) =>
      showsOne(truth.get(candidate.payment.id) ?? '', candidate)
    counts.found += matches.length
    counts.right += right.length
    counts.true += truth.size
    counts.withReference += withReference.size
    counts.rightWithReference += right.filter(({ payment }) => withReference.has(payment.id)).length
    counts.shown += new Set(candidates.filter(isShown).map(({ payment }) => payment.id)).size
    counts.questions += new Set(candidates.map(({ payment }) => payment.id)).size
  }
  return {
    precision: counts.right / counts.found,
    recallWithReference: counts.rightWithReference / counts.withReference,
    recall: counts.right / counts.true,
    shown: (counts.right + counts.shown) / counts.true,
    questions: counts.questions / years.length,
  }
}

const asPercent = (value: number): string => `${(100 * value).toFixed(1)} %`

/** The lines of the table in the guide. */
const lines = (['name', 'reference'] as const).map((evidence) => {
  const { questions, ...shares } = measure({ evidence })
  const label = evidence === 'name' ? '`name`, the default' : '`reference`'
  return { ...shares, cells: [label, ...Object.values(shares).map(asPercent), questions.toFixed(0)] }
})

describe('matchExpected, in twenty years with cut references, merged payments and part payments', () => {
  it('draws what is hard', () => {
    const [year] = years
    const parts = Array.from(year?.truth.values() ?? [])
    expect(parts.filter((ids) => ids.includes(' ')).length).toBeGreaterThan(10) // merged
    expect(parts.length - new Set(parts).size).toBeGreaterThan(10) // in parts
    expect(year?.withReference.size).toBeLessThan(0.9 * parts.length)
  })

  it('finds few wrong matches, and nine of ten payments with a reference', () => {
    const [usual, careful] = lines
    expect(usual?.precision).toBeGreaterThan(0.99)
    expect(usual?.recallWithReference).toBeGreaterThan(0.9)
    expect(usual?.recall).toBeGreaterThan(0.82)
    expect(usual?.shown).toBeGreaterThan(0.95)
    expect(careful?.precision).toBeGreaterThan(0.995)
    expect(careful?.recallWithReference).toBeGreaterThan(0.84)
  })

  it('has the figures of the guide', () => {
    const tableLines = readFileSync('docs/guides/transactions.md', 'utf8')
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    for (const { cells } of lines) expect(tableLines).toContainEqual(cells)
  })
})
