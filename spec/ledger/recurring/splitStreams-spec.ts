import { dayText } from '../../../lib/base/codec/calendar.js'
import { findRecurring } from '../../../lib/ledger/recurring/findRecurring.js'
import { createHousehold } from './household/household.js'
import { createRandom } from './household/random.js'
import { measureHousehold } from './measureHousehold.js'
import { paymentRow } from './payments.js'

/** A small form of `npm run recurring`, whose seeds are others. */
const seeds = [501, 502, 503, 504]

describe('splitStreams', () => {
  it('finds what recurs in invented households, and nothing else', () => {
    const all = seeds.map((seed) => measureHousehold(createHousehold(seed)))
    const count = (of: (one: (typeof all)[number]) => number): number => all.reduce((sum, one) => sum + of(one), 0)
    const correct = count((one) => one.correct.length)
    expect(correct).toBeGreaterThan(50)
    expect(correct / (correct + count(({ wrong }) => wrong.length))).toBeGreaterThanOrEqual(0.95)
    expect(correct / (correct + count(({ missing }) => missing.length))).toBeGreaterThanOrEqual(0.9)
    expect(count(({ foreseen }) => foreseen) / count(({ continued }) => continued)).toBeGreaterThan(0.9)
  })

  it.each(['direct_debit', 'card'])('hardly ever finds a stream in random payments: %s', (operation_type) => {
    const firstDay = Date.UTC(2024, 0, 1) / 86_400_000
    const randomRows = (seed: number, count: number) => {
      const random = createRandom(seed, count)
      return Array.from({ length: count }, (_, id) => {
        const date = dayText(firstDay + random.whole(0, 729))
        return { ...paymentRow(id, date, -random.whole(2000, 6000) / 100, 'FIBRE'), operation_type }
      })
    }
    const runs = Array.from({ length: 40 }, (_, seed) => seed)
    for (const count of [3, 4, 6, 10, 20, 40]) {
      const withStream = runs.filter((seed) => findRecurring(randomRows(seed, count)).length > 0)
      expect(withStream.length).toBeLessThanOrEqual(runs.length * 0.05)
    }
  })
})
