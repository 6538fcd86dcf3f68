import { type Observable, take } from 'rxjs'
import type { Page, PageLink, VirtualClock } from '../../lib/index.js'
import { hear, play, type Played, profilesUnderTest, read, readOne, rowsOf } from '../helpers/profiles.js'

interface List {
  readonly pages: (config?: { readonly limit?: number; readonly prefetch?: 0 | 1 }) => Observable<Page<unknown>>
  readonly all: (config?: { readonly limit?: number }) => Observable<unknown>
  readonly page: (link: PageLink) => Observable<Page<unknown>>
}

/** The lists whose rows are never groups, each with how many rows a user has there. */
const lists: ReadonlyArray<readonly [name: string, size: number, list: (played: Played) => List]> = [
  ['accounts', 7, ({ user }) => user.accounts],
  ['items', 2, ({ user }) => user.items],
  ['stocks', 12, ({ user }) => user.stocks],
  ['stocks.updated', 12, ({ user }) => user.stocks.updated()],
  ['transactions', 90, ({ user }) => user.transactions],
  ['transactions.updated', 90, ({ user }) => user.transactions.updated()],
  ['users', 3, ({ client }) => client.users],
]

const keyOf = (row: unknown): unknown => {
  const { id, uuid } = row as Readonly<Record<string, unknown>>
  return id ?? uuid
}

/** What a stream gives in ten minutes. */
const heardIn = <A>(clock: VirtualClock, stream$: Observable<A>) => {
  const heard = hear(stream$)
  clock.advance(600_000)
  return heard
}

describe.each(profilesUnderTest)('pages, as $name', (under) => {
  it.each(lists)(
    'of %s give every row once, whatever the limit, and within the limits of the deployment',
    (_, size, list) => {
      const played = play(under, { enforceLimits: true, transactions: 90 })
      const { clock, sandbox } = played
      for (const limit of [1, 2, 7]) {
        const whole = read(list(played).all({ limit: 500 })).map(keyOf)
        expect(whole).toHaveLength(size)
        expect(new Set(whole).size).toBe(size)
        const { values, isComplete } = heardIn(clock, list(played).pages({ limit }))
        expect(isComplete).toBe(true)
        expect(values.flatMap(({ resources }) => resources.map(keyOf))).toEqual(whole)
        expect(values.map(({ number }) => number)).toEqual(values.map((__, index) => index + 1))
      }
      expect(sandbox.journal.entries().filter(({ status }) => status !== 200)).toEqual([])
    },
  )

  it('ask for no page that is not wanted', () => {
    const played = play(under, { transactions: 90 })
    const { sandbox } = played
    read(played.user.transactions.pages({ limit: 1 }).pipe(take(2)))
    const asked = sandbox.journal.entries().filter(({ route }) => route !== 'authenticate')
    expect(asked).toHaveLength(2)
    expect(asked[1]?.query).toMatch(/(?:^|&)after=/)
  })

  it('can be left and come back to', () => {
    const played = play(under, { transactions: 90 })
    const [first, second] = read(played.user.transactions.pages({ limit: 1 }).pipe(take(2)))
    const { previous } = second as Page<unknown>
    if (under.isV3) {
      expect(previous._tag).toBe('None')
      return
    }
    if (previous._tag === 'None') throw new Error('there is no way back')
    expect(readOne(played.user.transactions.page(previous.value)).resources).toEqual(first?.resources)
  })

  it('carry the credentials of the deployment on each, and none in a link', () => {
    const { sandbox, user } = play(under)
    rowsOf(user.transactions.all({ limit: 100 }))
    const pages = sandbox.journal.entries().filter(({ route }) => route === 'transactions')
    expect(pages).toHaveLength(3)
    for (const { query, headers, status } of pages) {
      const names = [...new URLSearchParams(query).keys()]
      expect(names).toEqual([...new Set(names)])
      expect(names.includes('client_id')).toBe(under.profile.credentials === 'query')
      expect(headers).toHaveProperty('authorization')
      expect(status).toBe(200)
    }
  })

  it('have rows as the API version writes them', () => {
    const { user } = play(under)
    const rows = [user.accounts, user.items, user.stocks, user.transactions].flatMap((list) => rowsOf(list.all()))
    for (const row of rows) {
      expect('resource_uri' in row).toBe(under.isEarlier)
      expect('account_id' in row || 'item_id' in row || 'bank_id' in row || 'provider_id' in row).toBe(!under.isEarlier)
    }
    const [transaction] = rowsOf(user.transactions.all())
    const isNewest = under.name === 'bridge2021' || under.isV3
    expect('clean_description' in (transaction ?? {})).toBe(isNewest)
    expect('description' in (transaction ?? {})).toBe(!isNewest)
  })

  it('have single rows as the list has them', () => {
    const { user, owner } = play(under)
    const stocks = rowsOf(user.stocks.all())
    const [id = 0] = owner.stockIds
    expect(readOne(user.stocks.get(id))).toEqual(stocks.find((row) => row.id === id))
  })
})
