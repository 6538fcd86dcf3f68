import fc from 'fast-check'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ask, errorType, ids, json, type PageBody, tokenOf, virtualSandbox, walk } from './caller.js'

const sandbox = virtualSandbox()
const token = tokenOf(sandbox)
const lists = [
  'banks',
  'categories',
  'users',
  'items',
  'accounts',
  'transactions',
  'transactions/updated',
  'stocks',
  'stocks/updated',
  `users/${sandbox.users[0]?.uuid ?? ''}/items`,
]
const get = (path: string) => ask(sandbox, path, { token })
const pageOf = (path: string) => json<PageBody>(get(path))
/** Users have no id. */
const keys = (pages: ReadonlyArray<PageBody>): ReadonlyArray<unknown> =>
  pages.flatMap(({ resources }) => resources.map((row) => row.uuid ?? row.id))

describe('page', () => {
  it('has 50 rows by default', () => {
    expect(pageOf('/v2/transactions').resources).toHaveLength(50)
  })

  it.each(['0', '501', '-1', '1.5', '', 'ten', '1e2', ' 5', '0x10', '9999999999999', 'NaN'])(
    'refuses the limit %p',
    (limit) => {
      const answer = get(`/v2/transactions?limit=${encodeURIComponent(limit)}`)
      expect([answer.status, errorType(answer)]).toStrictEqual([400, 'bad_request'])
    },
  )

  it.each([1, 2, 49, 119, 120, 121, 500])('has as many rows as there are, up to the limit %d', (limit) => {
    const { resources, pagination } = pageOf(`/v2/transactions?limit=${String(limit)}`)
    expect(resources).toHaveLength(Math.min(limit, 120))
    expect(pagination.previous_uri).toBeNull()
    expect(pagination.next_uri === null).toBe(limit >= 120)
  })

  it.each(lists)('walks %s with any limit, forth and back: every row once, in order', (list) => {
    const all = keys(walk(sandbox, `/v2/${list}?limit=500`, token))
    expect(new Set(all).size).toBe(all.length)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: all.length + 2 }), (limit) => {
        const forth = walk(sandbox, `/v2/${list}?limit=${String(limit)}`, token)
        expect(keys(forth)).toStrictEqual(all)
        expect(forth.map(({ resources }) => resources.length).slice(0, -1)).toStrictEqual(
          Array.from({ length: Math.ceil(all.length / limit) - 1 }, () => limit),
        )
        const last = forth.at(-1)
        const back = walk(sandbox, last?.pagination.previous_uri ?? null, token, 'previous_uri')
        expect(keys([...back].reverse().concat(last ?? []))).toStrictEqual(all)
      }),
      { numRuns: 12 },
    )
  })

  it('goes forth again from a page that it went back to', () => {
    const forth = walk(sandbox, '/v2/transactions?limit=7', token)
    const [, second, third] = forth
    expect(pageOf(third?.pagination.previous_uri ?? '')).toStrictEqual(second)
    expect(pageOf(pageOf(third?.pagination.previous_uri ?? '').pagination.next_uri ?? '')).toStrictEqual(third)
  })

  it('orders transactions, stocks and items with the newest first', () => {
    for (const list of ['transactions', 'stocks', 'items', 'accounts', 'banks']) {
      const all = ids(walk(sandbox, `/v2/${list}?limit=11`, token))
      expect(all).toStrictEqual([...all].sort((a, b) => b - a))
    }
    for (const list of ['stocks/updated', 'transactions/updated']) {
      const all = walk(sandbox, `/v2/${list}?limit=500`, token).flatMap(({ resources }) => resources)
      const moments = all.map(({ updated_at }) => updated_at)
      expect(moments).toStrictEqual([...moments].sort().reverse())
    }
  })

  it('links relatively, with the parameters that are in use, percent-encoded', () => {
    const { next_uri } = pageOf('/v2/stocks/updated?limit=3&since=2020-01-01T00:00:00.000Z&other=1').pagination
    expect(next_uri).toMatch(
      /^\/v2\/stocks\/updated\?after=%2B%2F%2B%2F[\w%]+%3D%3D&limit=3&since=2020-01-01T00%3A00%3A00\.000Z$/,
    )
    expect(pageOf('/v2/transactions').pagination.next_uri).toMatch(/^\/v2\/transactions\?after=[\w%]+$/)
  })

  it('links from /v2 on, whatever stands before', () => {
    expect(pageOf('/proxy/bank/v2/banks?limit=1').pagination.next_uri).toMatch(/^\/v2\/banks\?/)
  })

  it('breaks when a client touches the bytes of a link', () => {
    const next = pageOf('/v2/transactions?limit=3').pagination.next_uri ?? ''
    expect(get(next).status).toBe(200)
    expect(get(decodeURIComponent(next)).status).toBe(400)
    expect(get(next.replaceAll('%', '%25')).status).toBe(400)
    expect(get(next.replace('%3D%3D', '')).status).toBe(400)
  })

  it.each(['x', '', 'MTY3', '+/+/AAAA==', '%00'])('refuses the cursor %p', (cursor) => {
    for (const name of ['before', 'after']) {
      const answer = get(`/v2/transactions?${name}=${encodeURIComponent(cursor)}`)
      expect([answer.status, errorType(answer)]).toStrictEqual([400, 'bad_request'])
    }
  })

  it('refuses the cursor of another list, user or sandbox', () => {
    const query = (pageOf('/v2/transactions?limit=3').pagination.next_uri ?? '').split('?')[1] ?? ''
    const stranger = tokenOf(sandbox, { external_user_id: sandbox.users[1]?.externalUserId })
    const other = virtualSandbox({ profile: documentedProfile, seed: 2 })
    expect(get(`/v2/stocks?${query}`).status).toBe(400)
    expect(get(`/v2/transactions/updated?${query}`).status).toBe(400)
    expect(ask(sandbox, `/v2/transactions?${query}`, { token: stranger }).status).toBe(400)
    expect(ask(other, `/v2/transactions?${query}`, { token: tokenOf(other) }).status).toBe(400)
  })

  it('uses only before when both cursors are given', () => {
    const [, second, third] = walk(sandbox, '/v2/transactions?limit=5', token)
    const before = (third?.pagination.previous_uri ?? '').split('?')[1] ?? ''
    const after = ((third?.pagination.next_uri ?? '').split('?')[1] ?? '').split('&')[0] ?? ''
    expect(pageOf(`/v2/transactions?${after}&${before}`)).toStrictEqual(second)
    expect(pageOf(`/v2/transactions?${before}&${after}`)).toStrictEqual(second)
    expect(pageOf(`/v2/transactions?after=garbled&${before}`)).toStrictEqual(second)
  })

  it('takes another limit on the way', () => {
    const next = pageOf('/v2/transactions?limit=5').pagination.next_uri ?? ''
    expect(pageOf(next.replace('limit=5', 'limit=9')).resources).toHaveLength(9)
  })

  it('has one page without rows in a list without rows', () => {
    const empty = virtualSandbox({ profile: documentedProfile, users: 1, banks: 0, transactions: 0, stocks: 0 })
    const own = tokenOf(empty)
    for (const list of ['banks', 'transactions', 'transactions/updated', 'stocks', 'stocks/updated']) {
      expect(json(ask(empty, `/v2/${list}`, { token: own }))).toStrictEqual({
        resources: [],
        pagination: { previous_uri: null, next_uri: null },
      })
    }
  })

  it('does not shift the pages of a reader when rows come at the top', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5 }), (limit, count) => {
        const moving = virtualSandbox({ profile: documentedProfile, transactions: 60 })
        const own = tokenOf(moving)
        const known = ids(walk(moving, '/v2/transactions?limit=500', own))
        const seen = walk(moving, `/v2/transactions?limit=${String(limit)}`, own, 'next_uri', () =>
          moving.insertTransactions(moving.users[0]?.uuid ?? '', count),
        )
        expect(ids(seen)).toStrictEqual(known)
      }),
      { numRuns: 20 },
    )
  })

  it('shows the way back from a page whose rows are gone', () => {
    const moving = virtualSandbox({ profile: documentedProfile, transactions: 4 })
    const own = tokenOf(moving)
    const page = (link: string) => json<PageBody>(ask(moving, link, { token: own }))
    const first = page('/v2/transactions?limit=2')
    for (const { id } of page(first.pagination.next_uri ?? '').resources) moving.deleteTransaction(id)
    const empty = page(first.pagination.next_uri ?? '')
    expect([empty.resources, empty.pagination.next_uri]).toStrictEqual([[], null])
    expect(page(empty.pagination.previous_uri ?? '').resources).toStrictEqual(first.resources)
  })

  it('finds its place when the row that a cursor was made of is gone', () => {
    const moving = virtualSandbox({ profile: documentedProfile, transactions: 6 })
    const own = tokenOf(moving)
    const all = ids(walk(moving, '/v2/transactions', own))
    const first = json<PageBody>(ask(moving, '/v2/transactions?limit=2', { token: own }))
    moving.deleteTransaction(all[1] ?? 0)
    expect(ids(walk(moving, first.pagination.next_uri, own))).toStrictEqual(all.slice(2))
  })
})
