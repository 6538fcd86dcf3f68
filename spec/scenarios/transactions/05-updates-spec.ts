import { mirroredBank } from '../../helpers/mirroredBank.js'

/** A payment that has posted. */
const postedPayment = () => {
  const bank = mirroredBank()
  bank.watch()
  const pending = bank.pend()
  bank.later()
  const posted = bank.sandbox.postTransaction(pending)
  bank.later()
  bank.mirror.seen.length = 0
  return { ...bank, pending, posted }
}

describe('transaction scenario 05: a posted row is updated', () => {
  it('is updated, never added again, and its link stays the only one', () => {
    const { sandbox, mirror, truth, later, pending, posted } = postedPayment()
    sandbox.updateTransaction(posted, { category_id: 1 })
    later()
    sandbox.updateTransaction(posted, { amount: -1, description: 'Corrected' })
    later()
    expect(mirror.seen).toEqual([
      { added: [], updated: [posted], removed: [], links: [] },
      { added: [], updated: [posted], removed: [], links: [] },
    ])
    expect(mirror.links).toEqual([{ pending, posted }])
    expect(mirror.rows).toEqual(truth())
  })

  it('deleted and made again by the service, it is linked on', () => {
    const { sandbox, uuid, mirror, truth, later, pending, posted } = postedPayment()
    const row = mirror.rows.get(posted)
    sandbox.deleteTransaction(posted)
    const [again = 0] = sandbox.insertTransactions(uuid, 1)
    sandbox.updateTransaction(again, {
      account_id: Number(row?.account_id),
      amount: Number(row?.amount),
      date: row?.date as string,
      description: row?.description as string,
    })
    later()
    expect(mirror.links).toEqual([
      { pending, posted },
      { pending: posted, posted: again },
    ])
    expect(mirror.rows).toEqual(truth())
  })

  it('updated when its pending row is deleted, it is read as it is by then', () => {
    const { sandbox, uuid, mirror, watch, later, pend } = mirroredBank()
    watch()
    const [account_id = 0] = sandbox.users[0]?.accountIds ?? []
    const payment = { account_id, amount: -42.5, description: 'Bakery', date: '2026-01-15' }
    const pending = pend(payment)
    const [posted = 0] = sandbox.insertTransactions(uuid, 1)
    sandbox.updateTransaction(posted, { ...payment, amount: -40 })
    later()
    sandbox.updateTransaction(posted, { amount: -42.5 })
    sandbox.deleteTransaction(pending)
    later()
    expect(mirror.links).toEqual([{ pending, posted }])
  })
})
