import { mirroredBank } from '../../helpers/mirroredBank.js'

const hour = 3_600_000

const coffee = { amount: -2.1, description: 'Coffee', raw_description: 'CB COFFEE', date: '2026-01-15' }

/** Two payments that are alike in everything but their ids, and the two that they become. */
const twins = () => {
  const bank = mirroredBank()
  bank.watch({ every: hour })
  const [account_id = 0] = bank.sandbox.users[0]?.accountIds ?? []
  const [first, second] = [bank.pend({ ...coffee, account_id }), bank.pend({ ...coffee, account_id })]
  const later = (ms = 1.2 * hour) => bank.later(ms)
  later(3 * hour)
  return { ...bank, later, first, second }
}

describe('transaction scenario 04: twins', () => {
  it('two that post in one round are not linked: which is which cannot be told, and no row is lost', () => {
    const { sandbox, mirror, truth, later, first, second } = twins()
    const posted = [sandbox.postTransaction(first), sandbox.postTransaction(second)]
    later()
    expect(mirror.seen.at(-1)).toEqual({
      added: expect.arrayContaining(posted),
      updated: [],
      removed: expect.arrayContaining([first, second]),
      links: [],
    })
    expect(mirror.rows).toEqual(truth())
    later(40 * 24 * hour)
    expect(mirror.links).toEqual([])
  })

  it('two that post one after the other are linked one after the other', () => {
    const { sandbox, mirror, truth, later, first, second } = twins()
    const one = sandbox.postTransaction(first)
    later()
    const other = sandbox.postTransaction(second)
    later()
    expect(mirror.links).toEqual([
      { pending: first, posted: one },
      { pending: second, posted: other },
    ])
    expect(mirror.rows).toEqual(truth())
  })

  it('of two that are deleted, with one that is made, none is linked, then or later', () => {
    const { sandbox, uuid, mirror, truth, later, first, second } = twins()
    sandbox.deleteTransaction(first)
    const posted = sandbox.postTransaction(second)
    later()
    const [alike = 0] = sandbox.insertTransactions(uuid, 1)
    sandbox.updateTransaction(alike, { ...coffee, account_id: Number(mirror.rows.get(posted)?.account_id) })
    later()
    expect(mirror.links).toEqual([])
    expect(mirror.rows).toEqual(truth())
  })

  it('twins of other accounts, currencies or merchants are none', () => {
    const { sandbox, mirror, watch, later, pend } = mirroredBank()
    watch()
    const [one = 0, other = 0] = sandbox.users[0]?.accountIds ?? []
    const pending = [
      pend({ ...coffee, account_id: one }),
      pend({ ...coffee, account_id: other }),
      pend({ ...coffee, account_id: one, currency_code: 'GBP' }),
      pend({ ...coffee, account_id: one, description: 'Tea' }),
    ]
    later()
    const links = pending.map((id) => ({ pending: id, posted: sandbox.postTransaction(id) }))
    later()
    expect(mirror.links).toEqual(links)
  })
})
