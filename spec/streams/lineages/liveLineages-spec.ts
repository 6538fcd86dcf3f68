import { none } from 'fp-ts/lib/Option.js'
import { firstValueFrom, map, NEVER, type Observable, of, Subject } from 'rxjs'
import {
  acceptAccount,
  type AccountDecision,
  type Lineages,
  type LineageUser,
  liveLineages,
  type LiveLineagesConfig,
} from '../../../lib/accounts.js'
import { bridge2025 } from '../../../lib/bridge.js'
import {
  createClient,
  createGatewayClient,
  createVirtualClock,
  type ServiceProfile,
  StatusError,
} from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { marbles } from '../../helpers/marbles.js'
import { frenchIban, type ListedAccount } from '../../helpers/relinks.js'
import { serving } from '../../server/gateway/serving.js'

const minute = 60_000
const every = 5 * minute

/** Waits are in the middle of their ranges. */
const random = () => 0.5

const before = { id: 1, item_id: 1, name: 'Compte', iban: frenchIban(189), currency_code: 'EUR' }
const after = { ...before, id: 81, item_id: 2 }
const [savings, newSavings] = [
  { ...before, id: 2, iban: null, bank_id: 7 },
  { ...after, id: 82, iban: null, bank_id: 7 },
]

const page = <A>(resources: ReadonlyArray<A>) => ({ resources, next: none })

const outage = new StatusError({
  operation: 'accounts.list',
  page: none,
  status: 503,
  type: none,
  detail: none,
  retryAfter: none,
})

/** Lineages in short: `1 gone, 81 current of 1: 1~81`. */
const inShort = map(({ accounts, links, candidates }: Lineages) => {
  const names = accounts.map(({ id, state, lineage }) => `${id} ${state}${lineage === id ? '' : ` of ${lineage}`}`)
  return `${names.join(', ')}: ${links.map(({ id }) => id).join(' ')}${candidates.map(({ id }) => `${id}?`).join(' ')}`
})

const [alone, linked] = ['1 current: ', '1 gone, 81 current of 1: 1~81']

/** A user whose accounts are read in turn, without transactions. */
const userOf = (...reads: ReadonlyArray<Observable<ReadonlyArray<ListedAccount>>>): LineageUser => {
  let read = 0
  return {
    accounts: { pages: () => (reads[read++] ?? NEVER).pipe(map(page)) },
    transactions: { pages: () => of(page([])) },
  }
}

describe('liveLineages', () => {
  it('emits when the accounts were read, and when they change', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const values = { a: [before], b: [{ ...before, balance: 5 }], c: [after] }
      const user = userOf(cold('-(a|)', values), cold('-(b|)', values), cold('-(c|)', values), cold('-(c|)', values))
      expectObservable(liveLineages(user, { every: 100, clock, random }).pipe(inShort), '^ 400ms !').toBe(
        '-a 201ms b',
        { a: alone, b: linked },
      )
    })
  })

  it('reads the accounts and the newest rows, at first as interactive requests, and again with `trigger$`', () => {
    const calls: Array<string> = []
    marbles(({ cold, clock, expectObservable }) => {
      const list = (name: string) => ({
        pages: ({ limit, priority }: Parameters<LineageUser['accounts']['pages']>[0]) => {
          calls.push(`${String(clock.monotonic())} ${name} ${String(limit)} ${String(priority)}`)
          return of(page<never>([]))
        },
      })
      const user = { accounts: list('accounts'), transactions: list('transactions') }
      const trigger$ = cold('50s t')
      expectObservable(liveLineages(user, { clock, random, trigger$ }).pipe(inShort), '^ 351s !').toBe('a', { a: ': ' })
    })
    expect(calls).toEqual([
      '0 accounts 500 interactive',
      '0 transactions 500 interactive',
      '50000 accounts 500 background',
      '50000 transactions 500 background',
      '350000 accounts 500 background',
      '350000 transactions 500 background',
    ])
  })

  it('goes on after a transient error', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const values = { a: [before], c: [after] }
      const user = userOf(cold('(a|)', values), cold('#', values, outage), cold('(c|)', values))
      expectObservable(liveLineages(user, { every: 100, clock, random }).pipe(inShort), '^ 5s !').toBe('a 599ms b', {
        a: alone,
        b: linked,
      })
    })
  })

  it('errors as a list does', () => {
    marbles(({ cold, clock, expectObservable }) => {
      const user = userOf(cold('(a|)', { a: [before] }), cold('#', {}, new TypeError('no')))
      expectObservable(liveLineages(user, { every: 100, clock, random }).pipe(inShort)).toBe(
        'a 99ms #',
        { a: alone },
        new TypeError('no'),
      )
    })
  })

  it('emits again with each decision, and nothing before the first', () => {
    const decisions$ = new Subject<ReadonlyArray<AccountDecision>>()
    const clock = createVirtualClock()
    const seen: Array<string> = []
    const subscription = liveLineages(userOf(of([savings]), of([newSavings])), { clock, random, decisions$ })
      .pipe(inShort)
      .subscribe((each) => seen.push(each))
    expect(seen).toEqual([])
    decisions$.next([])
    clock.advance(every)
    decisions$.next([acceptAccount({ from: 2, to: 82 })])
    expect(seen).toEqual(['2 current: ', '2 gone, 82 current: 2~82?', '2 gone, 82 current of 2: 2~82'])
    subscription.unsubscribe()
    expect([decisions$.observed, clock.pending()]).toEqual([false, 0])
  })

  it.each<[unknown, unknown]>([
    [{ accounts: userOf().accounts }, {}],
    [userOf(), { decisions$: [] }],
    [userOf(), { every: 1 }],
    [userOf(), { limit: 5 }],
    [userOf(), 7],
  ])('refuses %j, %j', (user, config) => {
    const errors: Array<unknown> = []
    liveLineages(user as LineageUser, config as LiveLineagesConfig).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
  })
})

describe('liveLineages of the sandbox', () => {
  it('links the accounts of each bank that is connected again, with two requests a reading, and one more a change', () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
    const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 300 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    const seen: Array<Lineages> = []
    const errors: Array<unknown> = []
    const subscription = liveLineages(client.user({ externalUserId: 'A6J' }), { clock, random }).subscribe({
      next: (lineages) => seen.push(lineages),
      error: (error) => errors.push(error),
    })
    const [itemId = 0] = sandbox.users[0]?.itemIds ?? []
    const newItemId = sandbox.relinkItem(itemId)
    clock.advance(every)
    sandbox.relinkItem(newItemId)
    clock.advance(every)
    clock.advance(every)
    subscription.unsubscribe()
    // The checking account and the card of the item have purchases; its savings, without rows, are left to a person.
    expect(seen.map(({ links, candidates }) => [links.length, candidates.length])).toEqual([
      [0, 0],
      [2, 1],
      [4, 2],
    ])
    const [first, , last] = seen
    const currentIds = last?.accounts.filter(({ state }) => state === 'current').map(({ lineage }) => lineage)
    expect(first?.accounts.filter(({ id }) => currentIds?.includes(id))).toHaveLength((currentIds?.length ?? 0) - 1)
    expect(errors).toEqual([])
    const routes = sandbox.journal.entries().map(({ route }) => route)
    expect(routes).toEqual([
      'authenticate',
      ...['accounts', 'transactions'],
      ...['transactions', 'accounts', 'transactions'],
      ...['transactions', 'accounts', 'transactions'],
      ...['transactions', 'accounts'],
    ])
  })
})

describe('liveLineages through a gateway', () => {
  const { origin } = serving(
    { authorize: () => ({ externalUserId: 'A6J' }) },
    {
      sandbox: { profile: bridge2025, transactions: 300 },
      client: { profile: bridge2025 as unknown as ServiceProfile },
    },
  )

  it('reads the accounts of the user', async () => {
    const user = createGatewayClient({ gateway: `${origin()}/api/bank`, profile: bridge2025 }).user()
    const { accounts } = await firstValueFrom(liveLineages(user))
    expect(new Set(accounts.map(({ state }) => state))).toEqual(new Set(['current']))
  })
})
