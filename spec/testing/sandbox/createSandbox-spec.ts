import fc from 'fast-check'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { createSandbox, type Sandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { ask, authenticate, json, type PageBody, start, tokenOf, virtualSandbox, walk } from './caller.js'

const paths = [
  'banks?limit=20',
  'categories',
  'users',
  'items',
  'accounts',
  'transactions?limit=100',
  'transactions/updated',
  'stocks',
  'stocks/updated',
  'items/187000/refresh/status',
  'connect/items/add/url',
]

/** Everything that a sandbox answers in a little life, byte for byte. */
const life = (sandbox: Sandbox): string => {
  const authenticated = authenticate(sandbox)
  const token = json<{ access_token: string }>(authenticated).access_token
  sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 2)
  const before = paths.map((path) => ask(sandbox, `/v2/${path}`, { token }))
  sandbox.refresh(sandbox.users[0]?.itemIds[0] ?? 0)
  sandbox.advance(3_600_000)
  return JSON.stringify([authenticated, before, paths.map((path) => ask(sandbox, `/v2/${path}`, { token }))])
}

describe('createSandbox', () => {
  it('gives the same bytes from the same seed and start', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(life(virtualSandbox({ profile: documentedProfile, seed }))).toBe(
          life(virtualSandbox({ profile: documentedProfile, seed })),
        )
      }),
      { numRuns: 5 },
    )
  })

  it('gives other bytes from another seed', () => {
    const lives = [1, 2, 3, 2 ** 32 + 1].map((seed) => life(virtualSandbox({ profile: documentedProfile, seed })))
    expect(new Set(lives).size).toBe(4)
  })

  it('gives the same history all day', () => {
    const at = (hour: number) => {
      const sandbox = virtualSandbox({
        profile: documentedProfile,
        clock: createVirtualClock({ start: Date.UTC(2026, 0, 15, hour) }),
      })
      return ask(sandbox, '/v2/transactions?limit=100', { token: tokenOf(sandbox) }).body
    }
    expect(at(0)).toBe(at(23))
  })

  it('has three users, 1200 banks, two years of transactions and 40 stocks by default', () => {
    const sandbox = createSandbox({ profile: documentedProfile, clock: createVirtualClock({ start }) })
    const token = tokenOf(sandbox)
    const sizes = ['users', 'banks', 'transactions', 'stocks'].map((list) =>
      walk(sandbox, `/v2/${list}?limit=500`, token).reduce((sum, { resources }) => sum + resources.length, 0),
    )
    expect(sizes).toStrictEqual([3, 1200, expect.any(Number), 40])
    expect(sizes[2]).toBeGreaterThan(24 * 40)
    expect(sizes[2]).toBeLessThan(25 * 120)
    expect(sandbox.credentials).toStrictEqual({ clientId: 'sandbox-client', clientSecret: 'sandbox-secret' })
  })

  it.each(Object.entries(documentedProfile.codecs))('has rows that the default codec of %s takes', (name, codec) => {
    const more = { accountsInformation: '/v2/accounts-information', categoryInsights: '/v2/insights/category' }
    const profile = { ...documentedProfile, paths: { ...documentedProfile.paths, ...more } }
    const sandbox = virtualSandbox({ profile, transactions: 2000, banks: 300 })
    const token = tokenOf(sandbox)
    sandbox.refresh(sandbox.users[0]?.itemIds[0] ?? 0, { outcome: 'info_required', authenticating: 0 })
    const list: Record<string, string> = {
      account: 'accounts',
      accountInformation: 'accounts-information',
      bank: 'banks',
      category: 'categories',
      item: 'items',
      stock: 'stocks',
      transaction: 'transactions',
      user: 'users',
    }
    const single: Record<string, string> = {
      categoryInsights: '/v2/insights/category',
      refreshStatus: '/v2/items/187000/refresh/status',
    }
    const path = single[name]
    const rows =
      path !== undefined
        ? [json(ask(sandbox, path, { token }))]
        : walk(sandbox, `/v2/${list[name] ?? ''}?limit=500`, token).flatMap(({ resources }) => resources)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => codec.decode(row)._tag === 'Left')).toStrictEqual([])
  })

  it('fills loan_details and savings_details for loans and savings alone', () => {
    const sandbox = virtualSandbox()
    const { resources } = json<PageBody>(ask(sandbox, '/v2/accounts', { token: tokenOf(sandbox) }))
    expect(resources.map(({ type }) => type)).toStrictEqual(
      expect.arrayContaining(['checking', 'savings', 'card', 'loan', 'brokerage', 'life_insurance']),
    )
    for (const { type, loan_details: loan, savings_details: savings } of resources) {
      expect([loan !== null, savings !== null]).toStrictEqual([type === 'loan', type === 'savings'])
    }
  })

  it('refers to banks, accounts and categories that are there', () => {
    const sandbox = virtualSandbox({ profile: documentedProfile, transactions: 3000 })
    const token = tokenOf(sandbox)
    const rows = (list: string) => walk(sandbox, `/v2/${list}?limit=500`, token).flatMap(({ resources }) => resources)
    const known = (list: string) => rows(list).map(({ id }) => id)
    const categories = rows('categories').flatMap((row) => row.categories as ReadonlyArray<{ id: number }>)
    const transactions = rows('transactions')
    const uses = (field: string, list: ReadonlyArray<Readonly<Record<string, unknown>>>) => [
      ...new Set(list.map((row) => row[field])),
    ]
    expect(known('banks')).toStrictEqual(expect.arrayContaining(uses('bank_id', rows('items'))))
    expect(known('items')).toStrictEqual(expect.arrayContaining(uses('item_id', rows('accounts'))))
    expect(known('accounts')).toStrictEqual(expect.arrayContaining(uses('account_id', transactions)))
    expect(known('accounts')).toStrictEqual(expect.arrayContaining(uses('account_id', rows('stocks'))))
    expect(categories.map(({ id }) => id)).toStrictEqual(expect.arrayContaining(uses('category_id', transactions)))
    expect(transactions.every(({ amount }) => /^-?\d+(\.\d{1,2})?$/.test(String(amount)))).toBe(true)
  })

  it('has about 140 categories in two languages', () => {
    const sandbox = virtualSandbox()
    const get = (accepted?: string) =>
      json<{ resources: ReadonlyArray<{ id: number; name: string; categories: ReadonlyArray<{ id: number }> }> }>(
        ask(sandbox, '/v2/categories', {
          headers: {
            'Service-Version': '2021-06-01',
            'Client-Id': 'sandbox-client',
            ...(accepted === undefined ? {} : { 'Accept-Language': accepted }),
          },
        }),
      ).resources
    const all = get().flatMap(({ id, categories }) => [id, ...categories.map((row) => row.id)])
    expect(all.length).toBeGreaterThan(130)
    expect(new Set(all).size).toBe(all.length)
    const named = (accepted?: string) => get(accepted).find(({ id }) => id === 159)?.name
    expect(['fr', 'fr-FR,en;q=0.5', 'de, fr;q=0.8, en;q=0.7', 'en;q=0.1, FR'].map(named)).toStrictEqual(
      Array.from({ length: 4 }, () => 'Impôts et taxes'),
    )
    expect([undefined, 'en', 'de', '', 'fr;q=0', ';;,', 'en, fr'].map(named)).toStrictEqual(
      Array.from({ length: 7 }, () => 'Taxes'),
    )
  })

  it('sends the headers of the API with every answer', () => {
    const sandbox = virtualSandbox()
    for (const path of ['/v2/banks', '/v2/nothing', '/v2/items']) {
      expect(ask(sandbox, path).headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        date: 'Thu, 15 Jan 2026 10:30:00 GMT',
        'x-frame-options': 'DENY',
        'x-xss-protection': '1; mode=block',
        'content-security-policy': "default-src 'self'; img-src https://images.sandbox.invalid",
        'cache-control': 'no-cache, no-store',
      })
    }
  })

  it('moves a virtual clock, and goes ahead of another one', () => {
    const clock = createVirtualClock({ start })
    virtualSandbox({ profile: documentedProfile, clock }).advance(5)
    expect(clock.wall()).toBe(start + 5)

    const still = { ...systemClock, wall: () => start }
    const sandbox = virtualSandbox({ profile: documentedProfile, clock: still, tokenLifetime: 1000 })
    const token = tokenOf(sandbox)
    sandbox.refresh(187_000)
    sandbox.advance(999)
    expect(json(ask(sandbox, '/v2/items/187000/refresh/status', { token }))).toMatchObject({ status: 'authenticating' })
    sandbox.advance(60_001)
    expect(sandbox.now()).toBe(start + 61_000)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(401)
    expect(json(ask(sandbox, '/v2/items/187000/refresh/status', { token: tokenOf(sandbox) }))).toMatchObject({
      status: 'finished',
    })
    expect(ask(sandbox, '/v2/banks').headers.date).toBe('Thu, 15 Jan 2026 10:31:01 GMT')
    for (const ms of [-1, NaN, Infinity]) {
      expect(() => {
        sandbox.advance(ms)
      }).toThrow(RangeError)
    }
  })

  it('is no heavier for a million transactions', () => {
    const sandbox = virtualSandbox({ profile: documentedProfile, transactions: 1_000_000_000, users: 3 })
    const { resources, pagination } = json<PageBody>(
      ask(sandbox, '/v2/transactions?limit=500', { token: tokenOf(sandbox) }),
    )
    expect([resources.length, pagination.previous_uri]).toStrictEqual([500, null])
    expect(new Set(resources.map(({ id }) => id)).size).toBe(500)
  })

  it('has a thousand users, each another', () => {
    const { users } = virtualSandbox({ profile: documentedProfile, users: 1000 })
    for (const key of ['uuid', 'externalUserId', 'email'] as const) {
      expect(new Set(users.map((user) => user[key])).size).toBe(1000)
    }
  })

  it('refuses a configuration that is wrong, and names all that is', () => {
    const create = () =>
      createSandbox({
        profile: documentedProfile,
        seed: -1,
        users: 1.5,
        tokenLifetime: 0,
        clok: 1,
      } as never)
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(/seed.*users.*tokenLifetime.*clok.*did you mean clock/s)
  })
})
