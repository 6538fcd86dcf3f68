import fc from 'fast-check'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ask, ids, json, type PageBody, type Row, start, tokenOf, virtualSandbox, walk } from './caller.js'

const rows = (pages: ReadonlyArray<PageBody>): ReadonlyArray<Row> => pages.flatMap(({ resources }) => resources)

const setUp = (transactions = 30) => {
  const sandbox = virtualSandbox({ profile: documentedProfile, transactions })
  const token = tokenOf(sandbox)
  const uuid = sandbox.users[0]?.uuid ?? ''
  const list = () => rows(walk(sandbox, '/v2/transactions?limit=500', token))
  const updated = (since: number, limit = 500) =>
    rows(
      walk(
        sandbox,
        `/v2/transactions/updated?limit=${String(limit)}&since=${encodeURIComponent(new Date(since).toISOString())}`,
        token,
      ),
    )
  return { sandbox, token, uuid, list, updated }
}

describe('ledger', () => {
  it('has a history that was made and changed before the day on which the sandbox was', () => {
    const { list } = setUp(500)
    const moments = list().map(({ updated_at }) => updated_at)
    expect(moments).toStrictEqual([...moments].sort().reverse())
    expect(Date.parse(moments[0] ?? '')).toBeLessThan(Date.UTC(2026, 0, 15))
    expect(moments.every((moment) => /\.\d{3}Z$/.test(moment))).toBe(true)
  })

  it('makes tens of thousands of rows, each with another id, newest first', () => {
    const sandbox = virtualSandbox({ profile: documentedProfile, transactions: 20_000 })
    const all = ids(walk(sandbox, '/v2/transactions?limit=500', tokenOf(sandbox)))
    expect(all).toHaveLength(20_000)
    expect(all.every((id, index) => index === 0 || id < (all[index - 1] ?? 0))).toBe(true)
  })

  it('has users with different transactions', () => {
    const { sandbox, list } = setUp()
    const other = tokenOf(sandbox, { user_uuid: sandbox.users[1]?.uuid })
    const theirs = ids(walk(sandbox, '/v2/transactions?limit=500', other))
    expect(list().filter(({ id }) => theirs.includes(id))).toStrictEqual([])
  })

  it('puts new rows at the top, dated now', () => {
    const { sandbox, uuid, list } = setUp()
    const before = list()
    const made = sandbox.insertTransactions(uuid, 3)
    const after = list()
    expect(after.slice(0, 3).map(({ id }) => id)).toStrictEqual(made)
    expect(after.slice(3)).toStrictEqual(before)
    expect(after[0]).toMatchObject({ date: '2026-01-15', updated_at: new Date(start).toISOString() })
  })

  it('makes any number of rows at one moment', () => {
    const { sandbox, uuid, updated } = setUp()
    sandbox.insertTransactions(uuid, 1200)
    expect(updated(start)).toHaveLength(1200)
    expect(new Set(updated(start).map(({ updated_at }) => updated_at))).toEqual(
      new Set([new Date(start).toISOString()]),
    )
    expect(updated(start + 1)).toEqual([])
  })

  it('shows rows that are late with an older moment, as what was shown last', () => {
    const { sandbox, uuid, updated, list } = setUp()
    const hour = 3_600_000
    const of = (rows: ReadonlyArray<Row>): ReadonlyArray<number> => rows.map(({ id }) => id)
    const [first = 0] = sandbox.insertTransactions(uuid, 1)
    sandbox.advance(hour)
    const [late = 0] = sandbox.insertTransactions(uuid, 1, { visibleAfter: hour / 2 })
    const [longLate = 0] = sandbox.insertTransactions(uuid, 1, { visibleAfter: 48 * hour })
    const [onTime = 0] = sandbox.insertTransactions(uuid, 1)
    const expected = [
      [start, [onTime, late, first]],
      [start + hour / 2, [onTime, late]],
      [start + hour / 2 + 1, [onTime]],
      [start + hour, [onTime]],
      [start + hour + 1, []],
    ] as const
    for (const [since, shown] of expected) expect(of(updated(since))).toEqual(shown)
    expect(of(updated(start - 47 * hour)).slice(0, 4)).toEqual([onTime, longLate, late, first])
    expect(updated(start + hour / 2)[1]?.updated_at).toBe(new Date(start + hour / 2).toISOString())
    expect(of(list()).slice(0, 4)).toEqual([onTime, longLate, late, first])
    sandbox.updateTransaction(late, { description: 'Other' })
    expect(of(updated(start + hour / 2 + 1))).toEqual([late, onTime])
  })

  it('stamps changes by the clocks of their writers, ahead and behind, so that stamps go back', () => {
    const { sandbox, uuid, updated } = setUp()
    const minute = 60_000
    const stamps = (): ReadonlyArray<string | undefined> =>
      updated(start - minute)
        .filter(({ id }) => id === first)
        .map(({ updated_at }) => updated_at)
    const at = (moment: number): string => new Date(moment).toISOString()
    const [first = 0] = sandbox.insertTransactions(uuid, 1, { clockSkew: 3 * minute })
    expect(stamps()).toEqual([at(start + 3 * minute)])
    sandbox.updateTransaction(first, { description: 'Other' }, { clockSkew: 0 })
    expect(stamps()).toEqual([at(start)])
    sandbox.deleteTransaction(first, { clockSkew: -minute })
    expect(stamps()).toEqual([at(start - minute)])
    expect(updated(start)).toEqual([])
    expect(() => sandbox.updateTransaction(first, {}, { clockSkew: NaN })).toThrow(/^wrong configuration: clockSkew: /)
  })

  it.each([{ visibleAfter: -1 }, { visibleAfter: NaN }, { later: 1 }])('refuses the option %j', (config) => {
    const { sandbox, uuid } = setUp()
    expect(() => sandbox.insertTransactions(uuid, 1, config)).toThrow(/^wrong configuration: (visibleAfter|later): /)
  })

  it('changes a row in its place', () => {
    const { sandbox, list, updated } = setUp()
    const before = list()
    sandbox.advance(1234)
    sandbox.updateTransaction(before[7]?.id ?? 0, { description: 'Other', amount: -1.5 })
    const changed = {
      ...before[7],
      description: 'Other',
      amount: -1.5,
      updated_at: new Date(start + 1234).toISOString(),
    }
    expect(list()).toStrictEqual(before.map((row, index) => (index === 7 ? changed : row)))
    expect(updated(start)).toStrictEqual([changed])
  })

  it('takes a deleted row out of the list, and shows it among the updated ones', () => {
    const { sandbox, list, updated } = setUp()
    const before = list()
    const gone = before[3]?.id ?? 0
    sandbox.deleteTransaction(gone)
    expect(list()).toStrictEqual(before.filter(({ id }) => id !== gone))
    expect(updated(start)).toMatchObject([{ id: gone, is_deleted: true }])
    expect(() => {
      sandbox.deleteTransaction(gone)
    }).toThrow('there is no transaction')
  })

  it('refuses ids that are not there', () => {
    const { sandbox, list } = setUp()
    for (const id of [0, -1, 1.5, NaN, 2 ** 53, (list()[0]?.id ?? 0) + 1]) {
      expect(() => {
        sandbox.updateTransaction(id, {})
      }).toThrow(RangeError)
    }
    expect(() => sandbox.insertTransactions('nobody', 1)).toThrow(RangeError)
  })

  it('counts what was changed at the very moment as updated since then', () => {
    const { sandbox, uuid, updated, list } = setUp()
    sandbox.advance(500)
    sandbox.insertTransactions(uuid, 1)
    expect(updated(start + 500)).toHaveLength(1)
    expect(updated(start + 501)).toHaveLength(0)
    const [, newest] = list()
    expect(updated(Date.parse(newest?.updated_at ?? ''))).toHaveLength(2)
    expect(updated(Date.parse(newest?.updated_at ?? '') + 1)).toHaveLength(1)
  })

  it('has all rows updated without since, and takes since with an offset', () => {
    const { sandbox, token } = setUp()
    const get = (query: string) => ask(sandbox, `/v2/transactions/updated?limit=500${query}`, { token })
    expect(json<PageBody>(get('')).resources).toHaveLength(30)
    expect(json<PageBody>(get('&since=2026-01-15T11%3A30%3A00%2B01%3A00')).resources).toHaveLength(0)
    expect(get('&since=2026-01-15T11%3A30%3A00+01%3A00').status).toBe(400)
    expect(get('&since=yesterday').status).toBe(400)
    expect(get('&since=').status).toBe(400)
  })

  it('moves updated_at with every change, even within a millisecond', () => {
    const { sandbox, list, updated } = setUp()
    const id = list()[0]?.id ?? 0
    const moments = Array.from({ length: 4 }, () => {
      sandbox.updateTransaction(id, {})
      return updated(start)[0]?.updated_at
    })
    expect(new Set(moments).size).toBe(4)
  })

  it('is a list with changes: whatever is done, both lists are what a plain model says', () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('insert' as const), n: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ does: fc.constant('update' as const), n: fc.nat() }),
      fc.record({ does: fc.constant('delete' as const), n: fc.nat() }),
      fc.record({ does: fc.constant('wait' as const), n: fc.integer({ min: 0, max: 3 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (steps, limit) => {
        const { sandbox, uuid, list, updated } = setUp(12)
        let live = list().map(({ id }) => id)
        let order = [...live]
        for (const { does, n } of steps) {
          const chosen = live[n % Math.max(live.length, 1)]
          if (does === 'wait') sandbox.advance(n)
          else if (does === 'insert') {
            const made = sandbox.insertTransactions(uuid, n)
            live = [...made, ...live]
            order = [...made, ...order]
          } else if (chosen !== undefined) {
            if (does === 'update') sandbox.updateTransaction(chosen, { description: String(n) })
            else sandbox.deleteTransaction(chosen)
            if (does === 'delete') live = live.filter((id) => id !== chosen)
            order = [chosen, ...order.filter((id) => id !== chosen)]
          }
        }
        expect(list().map(({ id }) => id)).toStrictEqual(live)
        const all = updated(0, limit)
        expect(all.map(({ id }) => id)).toStrictEqual(order)
        expect(all.filter((row) => row.is_deleted !== true).length).toBe(live.length)
        for (const { updated_at } of all) {
          const since = Date.parse(updated_at)
          expect(updated(since)).toStrictEqual(all.filter((row) => Date.parse(row.updated_at) >= since))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('loses no change to a reader who asks again since the first answer, however rows move between the pages', () => {
    const change = fc.record({ does: fc.constantFrom('update' as const, 'delete' as const), n: fc.nat() })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), (changes, limit) => {
        const { sandbox, token, updated, list } = setUp(15)
        const held = new Map<number, Row>()
        const todo = [...changes]
        const disturb = (): void => {
          const next = todo.pop()
          const live = list()
          const row = live[(next?.n ?? 0) % Math.max(live.length, 1)]
          sandbox.advance(1)
          if (next === undefined || row === undefined) return
          if (next.does === 'delete') sandbox.deleteTransaction(row.id)
          else sandbox.updateTransaction(row.id, { description: String(todo.length) })
        }
        let since = 0
        do {
          const moment = sandbox.now()
          const link = `/v2/transactions/updated?limit=${String(limit)}&since=${new Date(since).toISOString()}`
          for (const row of rows(walk(sandbox, link, token, 'next_uri', disturb))) {
            const known = held.get(row.id)
            if (known === undefined || known.updated_at < row.updated_at) held.set(row.id, row)
          }
          since = moment
        } while (todo.length > 0)
        for (const row of updated(since)) held.set(row.id, row)
        expect([...held.values()].sort((a, b) => b.id - a.id)).toStrictEqual(
          [...updated(0)].sort((a, b) => b.id - a.id),
        )
      }),
      { numRuns: 40 },
    )
  })
})
