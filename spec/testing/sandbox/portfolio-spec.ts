import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ask, ids, json, type PageBody, type Row, start, tokenOf, virtualSandbox, walk } from './caller.js'

const setUp = (stocks = 40) => {
  const sandbox = virtualSandbox({ profile: documentedProfile, stocks, tokenLifetime: 1e12 })
  const token = tokenOf(sandbox, { user_uuid: sandbox.users[1]?.uuid })
  const list = () => walk(sandbox, '/v2/stocks?limit=500', token).flatMap(({ resources }) => resources)
  const updated = (since: number) =>
    json<PageBody>(ask(sandbox, `/v2/stocks/updated?limit=500&since=${new Date(since).toISOString()}`, { token }))
      .resources
  return { sandbox, token, list, updated, user: sandbox.users[1] }
}

const at = (row: Row | undefined): number => Date.parse(row?.updated_at ?? '')

describe('portfolio', () => {
  it('answers a single stock as it stands in the list', () => {
    const { sandbox, token, list, user } = setUp()
    for (const row of list()) {
      expect(json(ask(sandbox, `/v2/stocks/${String(row.id)}`, { token }))).toStrictEqual(row)
    }
    expect([...(user?.stockIds ?? [])].sort((a, b) => b - a)).toStrictEqual(list().map(({ id }) => id))
  })

  it('has no stock of another user, and none under an id in another form', () => {
    const { sandbox, token, list } = setUp()
    const mine = list()[0]?.id ?? 0
    const theirs = sandbox.users[0]?.stockIds[0] ?? 0
    for (const id of [theirs, 1, `0${String(mine)}`, `${String(mine)}.0`, 'x', '']) {
      expect(ask(sandbox, `/v2/stocks/${String(id)}`, { token }).status).toBe(404)
    }
  })

  it('moves prices by its time alone: each stock at its own pace, some every few seconds', () => {
    const { sandbox, list } = setUp()
    const [moves, prices] = [new Map<number, Set<number>>(), new Map<number, Set<unknown>>()]
    for (let second = 0; second < 120; second++) {
      for (const row of list()) {
        moves.set(row.id, (moves.get(row.id) ?? new Set()).add(at(row)))
        prices.set(row.id, (prices.get(row.id) ?? new Set()).add(row.current_price))
      }
      sandbox.advance(1000)
    }
    const paces = [...moves.values()].map(({ size }) => size)
    expect(Math.max(...paces)).toBeGreaterThan(20)
    expect(Math.min(...paces)).toBe(1)
    for (const [id, seen] of moves) expect(prices.get(id)?.size ?? 0).toBeLessThanOrEqual(seen.size)
    expect([...prices.values()].some(({ size }) => size > 15)).toBe(true)
  })

  it('has prices above 0, values that fit, and moments that have passed', () => {
    const { sandbox, list } = setUp(200)
    for (let day = 0; day < 8; day++) {
      for (const row of list()) {
        const { current_price: price, quantity, total_value: value } = row as unknown as Record<string, number>
        expect(price).toBeGreaterThan(0)
        expect(Math.abs((value ?? 0) - (price ?? 0) * (quantity ?? 0))).toBeLessThan(0.0051)
        expect(at(row)).toBeLessThanOrEqual(sandbox.now())
      }
      sandbox.advance(24 * 60 * 60 * 1000)
    }
  })

  it('lists exactly those that moved since a moment', () => {
    const { sandbox, list, updated } = setUp()
    for (const wait of [0, 1, 3000, 60_000, 3_600_000]) {
      const since = sandbox.now()
      sandbox.advance(wait)
      const expected = list().filter((row) => at(row) >= since)
      expect(updated(since)).toHaveLength(expected.length)
      expect(updated(since)).toStrictEqual(expect.arrayContaining(expected))
    }
    for (const row of list()) expect(updated(at(row))).toContainEqual(row)
  })

  it('has the same prices at the same time, however it came there', () => {
    const [one, other] = [setUp(), setUp()]
    one.sandbox.advance(10_000)
    for (let step = 0; step < 10; step++) {
      other.sandbox.advance(1000)
      other.list()
    }
    expect(one.list()).toStrictEqual(other.list())
  })

  it('moves updated_at of the stocks that are touched, each time', () => {
    const { sandbox, user, list, updated } = setUp()
    sandbox.touchStocks(user?.uuid ?? '', 3)
    expect(updated(start).length).toBeGreaterThanOrEqual(3)
    const before = new Map(list().map((row) => [row.id, at(row)]))
    sandbox.touchStocks(user?.uuid ?? '')
    expect(list().every((row) => at(row) > (before.get(row.id) ?? Infinity))).toBe(true)
    expect(() => {
      sandbox.touchStocks('nobody')
    }).toThrow(RangeError)
  })

  it('holds a changed quantity, and a changed price until the market moves', () => {
    const { sandbox, token, user } = setUp()
    const id = user?.stockIds[0] ?? 0
    const get = () => json<Row>(ask(sandbox, `/v2/stocks/${String(id)}`, { token }))
    sandbox.updateStock(id, { current_price: 1.23, quantity: 10 })
    expect(get()).toMatchObject({ current_price: 1.23, quantity: 10, total_value: 12.3 })
    sandbox.touchStocks(user?.uuid ?? '')
    expect(get()).toMatchObject({ current_price: 1.23, quantity: 10 })
    sandbox.advance(24 * 60 * 60 * 1000)
    expect(get()).toMatchObject({ quantity: 10 })
    expect(get().current_price).not.toBe(1.23)
    for (const other of [0, -1, NaN, id + 1]) {
      expect(() => {
        sandbox.updateStock(other, {})
      }).toThrow(RangeError)
    }
  })

  it('gives no two stocks one id', () => {
    const sandbox = virtualSandbox({ profile: documentedProfile, users: 50, stocks: 20 })
    expect(new Set(sandbox.users.flatMap(({ stockIds }) => stockIds)).size).toBe(1000)
    expect(ids([])).toStrictEqual([])
  })
})
