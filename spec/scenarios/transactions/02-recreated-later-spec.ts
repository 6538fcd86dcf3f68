import { mirroredBank } from '../../helpers/mirroredBank.js'

const hour = 3_600_000
const day = 24 * hour

const bakery = { amount: -42.5, description: 'Bakery', raw_description: 'CB BAKERY', date: '2026-01-15' }

/** A transaction is deleted, and so many milliseconds later one like it is made, `changes` apart. */
const recreated = (wait: number, changes: object = {}) => {
  const bank = mirroredBank()
  const [account_id = 0] = bank.sandbox.users[0]?.accountIds ?? []
  const payment = { ...bakery, account_id }
  bank.watch({ every: hour })
  const pending = bank.pend(payment)
  bank.later(2 * hour)
  bank.sandbox.deleteTransaction(pending)
  bank.later(wait)
  const [posted = 0] = bank.sandbox.insertTransactions(bank.uuid, 1)
  bank.sandbox.updateTransaction(posted, { ...payment, ...changes })
  bank.later(2 * hour)
  return { ...bank, pending, posted }
}

describe('transaction scenario 02: deleted first, made again rounds later', () => {
  it.each([
    ['a few rounds', 5 * hour],
    ['days', 4 * day],
    ['as long as it is waited for', 29 * day],
  ])('%s later, the new one is linked to the old one', (_, wait) => {
    const { mirror, pending, posted, truth, errors } = recreated(wait)
    expect(mirror.seen).toEqual([
      { added: [pending], updated: [], removed: [], links: [] },
      { added: [], updated: [], removed: [pending], links: [] },
      { added: [posted], updated: [], removed: [], links: [{ pending, posted }] },
    ])
    expect([mirror.rows, errors]).toEqual([truth(), []])
    expect(mirror.window.removed).toEqual([])
  })

  it('later than it is waited for, it is a removal and an addition', () => {
    const { mirror, pending, posted, truth } = recreated(31 * day)
    expect(mirror.links).toEqual([])
    expect(mirror.seen.map(({ added, removed }) => [added, removed])).toEqual([
      [[pending], []],
      [[], [pending]],
      [[posted], []],
    ])
    expect(mirror.rows).toEqual(truth())
  })

  it('with a date that is too far away, too', () => {
    expect(recreated(10 * day, { date: '2026-01-22' }).mirror.links).toHaveLength(1)
    expect(recreated(10 * day, { date: '2026-01-23' }).mirror.links).toEqual([])
  })

  it('what is waited for does not grow with the rounds', () => {
    const { mirror, later } = recreated(4 * day)
    later(60 * day)
    expect(mirror.window).toMatchObject({ removed: [], added: [] })
  })
})
