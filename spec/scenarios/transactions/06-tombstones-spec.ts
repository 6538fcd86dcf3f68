import { mirroredBank } from '../../helpers/mirroredBank.js'

const day = 24 * 3_600_000

describe('transaction scenario 06: tombstones of rows that are not there, or long past', () => {
  it('of a row that was never seen passes through, and is followed to nothing', () => {
    const { sandbox, uuid, clock, mirror, watch, later, truth } = mirroredBank()
    const old = Array.from(truth().values()).at(-1)
    watch({ since: new Date(clock.wall()) })
    expect(mirror.rows.size).toBe(0)
    sandbox.deleteTransaction(old?.id ?? 0)
    later()
    expect(mirror.seen).toEqual([{ added: [], updated: [], removed: [old?.id], links: [] }])
    const [alike = 0] = sandbox.insertTransactions(uuid, 1)
    const { account_id, amount, date, description } = { ...old }
    sandbox.updateTransaction(alike, { account_id, amount, date, description } as object)
    later()
    expect(mirror.seen.slice(1)).toEqual([{ added: [alike], updated: [], removed: [], links: [] }])
    expect(mirror.window.removed).toEqual([])
  })

  it('of a row that was seen, months old, is a removal, and nothing is held for it', () => {
    const { sandbox, mirror, watch, later, pend, truth } = mirroredBank()
    watch({ every: day / 24 })
    const pending = pend({ date: '2026-01-15' })
    later(90 * day)
    sandbox.deleteTransaction(pending)
    later(day)
    expect(mirror.seen.at(-1)).toEqual({ added: [], updated: [], removed: [pending], links: [] })
    expect(mirror.window).toMatchObject({ removed: [], added: [] })
    expect(mirror.rows).toEqual(truth())
  })

  it('that is told again after a restart is a removal again, and is followed to nothing', () => {
    const { sandbox, uuid, mirror, watch, later, pend, truth } = mirroredBank()
    const first = watch()
    const [account_id = 0] = sandbox.users[0]?.accountIds ?? []
    const coffee = { account_id, amount: -2.1, description: 'Coffee', date: '2026-01-15' }
    const pending = pend(coffee)
    later()
    const posted = sandbox.postTransaction(pending)
    later()
    expect(mirror.links).toEqual([{ pending, posted }])
    first.unsubscribe()

    watch()
    expect(mirror.rows).toEqual(truth())
    const [tomorrow = 0] = sandbox.insertTransactions(uuid, 1)
    sandbox.updateTransaction(tomorrow, { ...coffee, date: '2026-01-16' })
    later()
    expect(mirror.seen).toEqual([{ added: [tomorrow], updated: [], removed: [], links: [] }])
    expect(mirror.links).toEqual([{ pending, posted }])
  })

  it('of one row in a batch beside others disturbs none of them', () => {
    const { sandbox, mirror, watch, later, pend, truth } = mirroredBank()
    const ids = Array.from(truth().keys())
    watch()
    const pending = pend()
    later()
    const posted = sandbox.postTransaction(pending)
    for (const id of ids.slice(-3)) sandbox.deleteTransaction(id)
    later()
    expect(mirror.links).toEqual([{ pending, posted }])
    expect(mirror.rows).toEqual(truth())
  })
})
