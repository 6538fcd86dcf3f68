import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable, of, shareReplay, Subject, throwError } from 'rxjs'
import {
  type Lineages,
  type LineageUser,
  liveLineages,
  type ShownRows,
  type WithLineages,
  withLineages,
  type WithLineagesConfig,
} from '../../../lib/accounts.js'
import { bridge2025, type Bridge2025Transaction } from '../../../lib/bridge.js'
import {
  createClient,
  createVirtualClock,
  type Feed,
  liveFeed,
  liveRows,
  type PageLink,
  StatusError,
} from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { marbles } from '../../helpers/marbles.js'
import { dayOf, frenchIban, type Movement, purchases } from '../../helpers/relinks.js'

const minute = 60_000

/** Waits are in the middle of their ranges. */
const random = () => 0.5

const feedOf = (...accountIds: ReadonlyArray<number>): Feed<object> => ({
  rows: accountIds.map((id, index) => ({ id: index, account_id: id })),
  hasMore: true,
  status: 'live',
})

const empty: Lineages = { accounts: [], links: [], duplicates: [], candidates: [] }
const alone: Lineages = { ...empty, accounts: [{ id: '1', lineage: '1', state: 'current' }] }
const linked: Lineages = {
  ...empty,
  accounts: [
    { id: '1', lineage: '1', state: 'gone' },
    { id: '81', lineage: '1', state: 'current' },
  ],
}

/** The accounts of the rows that are shown. */
const inShort = map(({ rows }: { readonly rows: ReadonlyArray<object> }) =>
  rows.map((row) => (row as { readonly account_id?: number }).account_id).join(' '),
)

describe('withLineages', () => {
  it('emits what both streams have emitted last', () => {
    marbles(({ hot, expectObservable }) => {
      const feeds = { a: feedOf(1, 1), b: feedOf(81, 81, 1), c: feedOf(81) }
      const feed$ = hot('    a---b---c-|', feeds)
      const lineages$ = hot('--x---y-----|', { x: alone, y: linked })
      expectObservable(feed$.pipe(withLineages(lineages$), inShort)).toBe('--x-y-z-u---|', {
        x: '1 1',
        y: '1',
        z: '81 81',
        u: '81',
      })
    })
  })

  it.each(['feed', 'lineages'])('errors as the stream of the %s does', (name) => {
    marbles(({ cold, expectObservable }) => {
      const feed$ = cold('a-', { a: feedOf(1) })
      const failing$ = cold<never>('-#', {}, new TypeError('no'))
      const shown$ = name === 'feed' ? failing$.pipe(withLineages(of(alone))) : feed$.pipe(withLineages(failing$))
      expectObservable(shown$).toBe('-#', {}, new TypeError('no'))
    })
  })

  it('adds the lineages to what the feed says, and keeps the rows that have not changed', () => {
    const feed$ = new Subject<Feed<object>>()
    const seen: Array<WithLineages<Feed<object>>> = []
    const subscription = feed$.pipe(withLineages(of(linked))).subscribe((each) => seen.push(each))
    const feed = feedOf(81, 1)
    feed$.next(feed)
    feed$.next({ ...feed, status: 'loading' })
    subscription.unsubscribe()
    expect(seen).toEqual([
      { ...feed, rows: [feed.rows[0]], lineages: linked },
      { ...feed, rows: [feed.rows[0]], lineages: linked, status: 'loading' },
    ])
    expect(seen[1]?.rows).toBe(seen[0]?.rows)
    expect(feed$.observed).toBe(false)
  })

  it('emits a `Map` as the field `rows`, the same one if no row is left out', () => {
    const rows = new Map([
      [7, { account_id: 1 }],
      [8, { account_id: 81 }],
    ])
    const first: Array<WithLineages<typeof rows>> = []
    of(rows)
      .pipe(
        withLineages(
          of(linked, { ...linked, accounts: linked.accounts.map((each) => ({ ...each, lineage: each.id })) }),
        ),
      )
      .subscribe((each) => first.push(each))
    expect(first.map((each) => Array.from(each.rows.keys()))).toEqual([[8], [7, 8]])
    expect(first[1]?.rows).toBe(rows)
  })

  it('triggers a reading once for each value that has an account that is not known', () => {
    const feed$ = new Subject<Feed<object>>()
    const lineages$ = new Subject<Lineages>()
    const trigger$ = new Subject<undefined>()
    const seen: Array<string> = []
    trigger$.subscribe(() => {
      seen.push('trigger')
      lineages$.next(seen.length < 6 ? alone : linked)
    })
    feed$.pipe(withLineages(lineages$, { trigger$ }), inShort).subscribe((each) => seen.push(each))
    lineages$.next(alone)
    feed$.next(feedOf(1))
    feed$.next(feedOf(1, 81))
    feed$.next(feedOf(81))
    // The value that a reading brings comes after the one that triggered it.
    expect(seen).toEqual(['1', '1', 'trigger', '1', '', 'trigger', '81'])
  })

  it.each<[unknown, unknown]>([
    [7, {}],
    [of(alone), { trigger$: 7 }],
    [of(alone), { every: 7 }],
    [of(alone), null],
  ])('refuses %p, %j', (lineages$, config) => {
    const errors: Array<unknown> = []
    of(feedOf(1))
      .pipe(withLineages(lineages$ as Observable<Lineages>, config as WithLineagesConfig))
      .subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
  })
})

const outage = new StatusError({
  operation: 'transactions.list',
  page: none,
  status: 503,
  type: none,
  detail: none,
  retryAfter: none,
})

const link = {} as PageLink

/** A connection to an account: the position of the account, and the id that it has there. */
interface Connection {
  readonly id: number
  readonly account: number
}

/** A bank with two accounts with an IBAN, and a card without one, each under any number of connections. */
const createBank = () => {
  const histories: ReadonlyArray<Array<Movement>> = [1, 2, 3].map((seed) => [...purchases(seed, 0, 24)])
  const ibans = [frenchIban(189), frenchIban(5678), null]
  let nextId = 1
  let nextDay = 25
  let failures = 0
  const connect = (account: number): Connection => ({ id: nextId++, account })
  let connections: ReadonlyArray<Connection> = [0, 1, 2].map(connect)

  const listAccounts = () =>
    connections.map(({ id, account }) => ({
      id,
      name: `Compte ${'abc'.charAt(account)}`,
      type: account === 2 ? 'card' : 'checking',
      iban: ibans[account],
      currency_code: 'EUR',
      bank_id: 408,
      item_id: id,
    }))
  /** The rows of all connections, newest first. `movement` is equal for the same row under two connections. */
  const listRows = () =>
    connections
      .flatMap(({ id, account }) =>
        (histories[account] ?? []).map(({ day, cents, text }, index) => ({
          id: id * 10_000 + index,
          account_id: id,
          amount: cents / 100,
          currency_code: 'EUR',
          date: dayOf(day),
          clean_description: text,
          movement: `${String(account)} ${String(index)}`,
        })),
      )
      .sort((one, other) => other.date.localeCompare(one.date) || other.id - one.id)

  const pagesOf =
    <A>(list: () => ReadonlyArray<A>) =>
    ({ limit = 50 }: { readonly limit?: number }) =>
      defer(() => {
        if (failures > 0) {
          failures--
          return throwError(() => outage)
        }
        const all = list()
        return of({ resources: all.slice(0, limit), next: all.length > limit ? some(link) : none })
      })
  const user: LineageUser = { accounts: { pages: pagesOf(listAccounts) }, transactions: { pages: pagesOf(listRows) } }

  const firstOf = (account: number): ReadonlyArray<Connection> => connections.filter((each) => each.account === account)
  return {
    user,
    listRows,
    happen: {
      pay: (account: number) => {
        histories[account]?.push({ day: nextDay++, cents: -(1001 + 7 * nextDay), text: `CB Shop ${String(nextDay)}` })
      },
      /** Connects an account again, and leaves the connection before. */
      connect: (account: number) => {
        if (firstOf(account).length < 3) connections = [...connections, connect(account)]
      },
      disconnect: (account: number) => {
        const [first, second] = firstOf(account)
        if (second) connections = connections.filter((each) => each !== first)
      },
      disconnectNewest: (account: number) => {
        const newest = firstOf(account).at(-1)
        if (firstOf(account).length > 1) connections = connections.filter((each) => each !== newest)
      },
      /** Removes the connection, and connects the account again at once. */
      relink: (account: number) => {
        const [first] = firstOf(account)
        connections = [...connections.filter((each) => each !== first), connect(account)]
      },
      fail: (times: number) => {
        failures = times
      },
    },
  }
}

/** How often each movement is in some rows, at most. */
const maxRepeats = (rows: Iterable<object>): number => {
  const counts = new Map<unknown, number>()
  for (const { movement } of rows as Iterable<{ readonly movement?: unknown }>)
    counts.set(movement, (counts.get(movement) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

describe('withLineages while accounts are connected again', () => {
  const names = ['pay', 'connect', 'disconnect', 'disconnectNewest', 'relink', 'fail', 'wait', 'more'] as const
  const life = fc.array(fc.tuple(fc.constantFrom(...names, 'wait' as const), fc.nat({ max: 2 })), {
    minLength: 3,
    maxLength: 25,
  })

  it('shows no row twice at any emission, and each account once in the end, whatever happens', () => {
    fc.assert(
      fc.property(life, fc.constantFrom(5, 50, 500), fc.boolean(), (events, pageSize, hasTrigger) => {
        const clock = createVirtualClock({ start: Date.UTC(2026, 2, 15) })
        const bank = createBank()
        const more$ = new Subject<void>()
        const trigger$ = new Subject<undefined>()
        const lineages$ = liveLineages(bank.user, { trigger$, clock, random, every: 7 * minute }).pipe(
          shareReplay({ bufferSize: 1, refCount: true }),
        )
        const config = hasTrigger ? { trigger$ } : {}
        const repeats: Array<number> = []
        const shown: Array<WithLineages<ShownRows>> = []
        const errors: Array<unknown> = []
        const subscription = liveFeed(bank.user.transactions, { pageSize, more$, clock, random })
          .pipe(withLineages(lineages$, config))
          .subscribe({
            next: (value) => {
              shown.push(value)
              repeats.push(maxRepeats(value.rows))
            },
            error: (error) => errors.push(error),
          })
        for (const [name, choice] of events)
          if (name === 'wait') clock.advance(choice * minute)
          else if (name === 'more') more$.next()
          else bank.happen[name](choice)
        clock.advance(30 * minute)
        expect([errors, Math.max(...repeats)]).toEqual([[], 1])

        const last = shown.at(-1)
        const current = last?.lineages.accounts.filter(({ state }) => state === 'current') ?? []
        expect(new Set(current.map(({ lineage }) => lineage)).size).toBe(3)
        const ids = new Set(current.map(({ id }) => Number(id)))
        const expected = bank.listRows().filter(({ account_id: id }) => ids.has(id))
        const rows = Array.from(last?.rows.values() ?? [])
        expect(rows).toEqual(expected.slice(0, rows.length))
        subscription.unsubscribe()
        expect([clock.pending(), trigger$.observed, more$.observed]).toEqual([0, false, false])
      }),
      { numRuns: 30 },
    )
  })

  /** A user of the sandbox. */
  const sandboxUser = () => {
    const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
    const sandbox = createSandbox({ profile: bridge2025, clock, transactions: 200 })
    const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
    return { clock, sandbox, user: client.user({ externalUserId: 'A6J' }) }
  }

  it.each([
    ['feed', false],
    ['feed', true],
    ['rows', false],
    ['rows', true],
  ] as const)('shows the %s of the sandbox without a row twice, with tombstones: %p', (source, tombstones) => {
    const { clock, sandbox, user } = sandboxUser()
    const trigger$ = new Subject<undefined>()
    const lineages$ = liveLineages(user, { trigger$, clock, random }).pipe(
      shareReplay({ bufferSize: 1, refCount: true }),
    )
    const counts: Array<ReadonlyMap<string, number>> = []
    const links: Array<number> = []
    const record = ({ rows, lineages }: WithLineages<ShownRows>): void => {
      const count = new Map<string, number>()
      for (const { date, amount, clean_description: text } of rows.values() as Iterable<Bridge2025Transaction>) {
        const key = [date, amount, text].join('|')
        count.set(key, (count.get(key) ?? 0) + 1)
      }
      counts.push(count)
      links.push(lineages.links.length)
    }
    const subscription =
      source === 'feed'
        ? liveFeed(user.transactions, { pageSize: 500, clock, random })
            .pipe(withLineages(lineages$, { trigger$ }))
            .subscribe(record)
        : liveRows(user.transactions, { every: minute, clock })
            .pipe(withLineages(lineages$, { trigger$ }))
            .subscribe(record)
    for (const id of sandbox.users[0]?.itemIds ?? []) {
      sandbox.relinkItem(id, { tombstones })
      clock.advance(12 * minute)
    }
    subscription.unsubscribe()
    const [first = new Map<string, number>()] = counts
    expect(counts.length).toBeGreaterThan(2)
    for (const count of counts) for (const [key, times] of count) expect([key, times]).toEqual([key, first.get(key)])
    expect(counts.at(-1)).toEqual(first)
    expect([links[0], links.at(-1)]).toEqual([0, 2])
  })
})
