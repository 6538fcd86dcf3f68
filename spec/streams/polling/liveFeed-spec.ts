import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { defer, map, NEVER, of, Subject, throwError } from 'rxjs'
import { bridge2025 } from '../../../lib/bridge.js'
import {
  createClient,
  createVirtualClock,
  type Feed,
  type FeedList,
  liveFeed,
  type LiveFeedConfig,
  type PageLink,
  StatusError,
} from '../../../lib/index.js'
import { createSandbox, type JournalEntry, type SandboxConfig } from '../../../lib/sandbox.js'
import { marbles } from '../../helpers/marbles.js'

const minute = 60_000

interface Row {
  readonly id: number
  readonly version?: number
}

type Call = Parameters<FeedList<Row>['pages']>[0]

const link = {} as PageLink

/** A page of rows 9, 8, 7 …, and whether there are more. */
const page = (ids: ReadonlyArray<number>, hasMore = false) => ({
  resources: ids.map((id) => ({ id })),
  next: hasMore ? some(link) : none,
})

const outage = (retryAfter?: number) =>
  new StatusError({
    operation: 'transactions.list',
    page: none,
    status: 503,
    type: none,
    detail: none,
    retryAfter: retryAfter === undefined ? none : some(retryAfter),
  })

/** A feed in short: `9 8 7+ live`, with `+` for more. */
const inShort = map(
  ({ rows, hasMore, status, until }: Feed<Row>) =>
    `${rows.map(({ id }) => id).join(' ')}${hasMore ? '+' : ''} ${status}${until ? ` ${String(until.getTime())}` : ''}`,
)

/** Waits are in the middle of their ranges. */
const random = () => 0.5

describe('liveFeed', () => {
  it('emits the first page, and each change of it', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const pages = { a: page([9, 8], true), b: page([10, 9], true) }
      const reads = [cold('-(a|)', pages), cold('-(a|)', pages), cold('-(b|)', pages)]
      let read = 0
      const feed$ = liveFeed({ pages: () => reads[read++] ?? NEVER }, { pageSize: 2, every: 100, clock, random })
      expectObservable(feed$.pipe(inShort), '^ 299ms !').toBe('-x 201ms y', {
        x: '9 8+ live',
        y: '10 9+ live',
      })
      expectSubscriptions(reads[0]?.subscriptions ?? []).toBe('^!')
      expectSubscriptions(reads[1]?.subscriptions ?? []).toBe('101ms ^!')
      expectSubscriptions(reads[2]?.subscriptions ?? []).toBe('202ms ^!')
    })
  })

  it('asks for all rows that are shown, at first and for `more$` as interactive requests', () => {
    const calls: Array<string> = []
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const pages = { a: page([9, 8], true), b: page([9, 8, 7, 6], true), c: page([9, 8, 7, 6, 5]) }
      const reads = [cold('-(a|)', pages), cold('-(b|)', pages), cold('-(c|)', pages)]
      const list: FeedList<Row> = {
        pages: ({ limit, priority }) => {
          calls.push(`${String(limit)} ${String(priority)}`)
          return reads[calls.length - 1] ?? NEVER
        },
      }
      // The second one comes while the first is being read, the last when there are no more.
      const more$ = cold('  102ms m 200ms (mm) 50ms m')
      const feed$ = liveFeed(list, { pageSize: 2, every: 1000, more$, clock, random })
      expectObservable(feed$.pipe(inShort), '^ 400ms !').toBe('-w 100ms xy 199ms uv', {
        w: '9 8+ live',
        x: '9 8+ loading',
        y: '9 8 7 6+ live',
        u: '9 8 7 6+ loading',
        v: '9 8 7 6 5 live',
      })
      expectSubscriptions(reads[0]?.subscriptions ?? []).toBe('^!')
    })
    expect(calls).toEqual(['2 interactive', '4 interactive', '6 interactive'])
  })

  it('reads the rows again in the background, and at once after a trigger', () => {
    const calls: Array<string> = []
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const pages = { a: page([9]), b: page([9, 8]) }
      const reads = [cold('(a|)', pages), cold('----(b|)', pages), cold('(a|)', pages), cold('(b|)', pages)]
      const list: FeedList<Row> = {
        pages: ({ priority }) => {
          calls.push(`${String(clock.monotonic())} ${String(priority)}`)
          return reads[calls.length - 1] ?? NEVER
        },
      }
      // The first one comes within a reading, and waits for a second after it.
      const trigger$ = cold('10000ms --t 5000ms t')
      const feed$ = liveFeed(list, { every: 10_000, trigger$, clock, random })
      expectObservable(feed$.pipe(inShort), '^ 16s !').toBe('a 10003ms b 999ms a 3998ms b', {
        a: '9 live',
        b: '9 8 live',
      })
      expectSubscriptions(trigger$.subscriptions).toBe('^ 16s !')
    })
    expect(calls).toEqual(['0 interactive', '10000 background', '11004 background', '15003 background'])
  })

  it('reads a row that moves to a later page meanwhile once, and no page that it does not show', () => {
    let subscriptions = 0
    const list: FeedList<Row> = {
      pages: ({ limit }) => {
        expect(limit).toBe(500)
        const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index)
        const pages = [page(ids(2000, 500), true), page(ids(1501, 500), true), page(ids(1001, 500), true), page([1])]
        return defer(() => of(...pages)).pipe(map((each) => (subscriptions++, each)))
      },
    }
    const more$ = new Subject<void>()
    const sizes: Array<number> = []
    const config = { pageSize: 500, more$, clock: createVirtualClock(), random }
    const subscription = liveFeed(list, config).subscribe(({ rows, status }) => {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
      if (status === 'live') sizes.push(rows.length)
    })
    expect([sizes, subscriptions]).toEqual([[500], 1])
    more$.next()
    expect([sizes, subscriptions]).toEqual([[500, 1000], 4])
    subscription.unsubscribe()
  })

  it('waits after a transient error, says until when, and goes on', () => {
    marbles(({ cold, clock, start, expectObservable }) => {
      const pages = { a: page([9]), b: page([9, 8]) }
      const reads = [
        cold('-#', pages, outage()),
        cold('-#', pages, outage(40_000)),
        cold('-(a|)', pages),
        cold('-#', pages, outage(5000)),
        cold('-(b|)', pages),
      ]
      let read = 0
      const feed$ = liveFeed({ pages: () => reads[read++] ?? NEVER }, { every: 100, clock, random })
      const first = start + 502 + 40_000
      const second = first + 1 + 100 + 1 + 5000
      expectObservable(feed$.pipe(inShort), '^ 46s !').toBe('502ms w 39999ms - a 100ms x 5000ms b', {
        w: ` waiting ${String(first)}`,
        a: '9 live',
        x: `9 waiting ${String(second)}`,
        b: '9 8 live',
      })
    })
  })

  it('reports a wait of its request that is longer than a second', () => {
    const clock = createVirtualClock()
    let call: Call = {}
    const answer$ = new Subject<ReturnType<typeof page>>()
    const shown: Array<string> = []
    const list: FeedList<Row> = { pages: (given) => ((call = given), answer$) }
    const subscription = liveFeed(list, { clock, random })
      .pipe(inShort)
      .subscribe((each) => shown.push(each))
    call.onWait?.(1000)
    expect(shown).toEqual([])
    call.onWait?.(41_000)
    const until = clock.wall() + 41_000
    clock.advance(41_000)
    answer$.next(page([9]))
    answer$.complete()
    expect(shown).toEqual([` waiting ${String(until)}`, '9 live'])
    subscription.unsubscribe()
    expect([clock.pending(), answer$.observed]).toEqual([0, false])
  })

  it.each([
    ['an error that lasts', () => throwError(() => new TypeError('no'))],
    [
      'a list that throws',
      () => {
        throw new TypeError('no')
      },
    ],
  ] as const)('ends with %s, after a value that says so', (_, fails) => {
    const clock = createVirtualClock()
    const lists: Array<() => ReturnType<FeedList<Row>['pages']>> = [() => of(page([9], true)), fails]
    const shown: Array<string> = []
    const subscription = liveFeed({ pages: () => lists.shift()?.() ?? NEVER }, { clock, random })
      .pipe(inShort)
      .subscribe({ next: (each) => shown.push(each), error: (error) => shown.push(String(error)) })
    clock.advance(2 * minute)
    expect(shown).toEqual(['9+ live', '9+ stopped', 'TypeError: no'])
    expect([subscription.closed, clock.pending()]).toEqual([true, 0])
  })

  it.each(['more$', 'trigger$'])('ends with an error of %s', (name) => {
    const clock = createVirtualClock()
    const source$ = new Subject<void>()
    const shown: Array<string> = []
    liveFeed({ pages: () => of(page([9])) }, { clock, random, [name]: source$ })
      .pipe(inShort)
      .subscribe({ next: (each) => shown.push(each), error: (error) => shown.push(String(error)) })
    source$.error(new Error('no'))
    expect(shown).toEqual(['9 live', '9 stopped', 'Error: no'])
    expect(clock.pending()).toBe(0)
  })

  it('goes on when `more$` and `trigger$` have completed', () => {
    const clock = createVirtualClock()
    let reads = 0
    const subscription = liveFeed(
      { pages: () => (reads++, of(page([9]))) },
      { clock, random, more$: of(), trigger$: of() },
    ).subscribe()
    clock.advance(10 * minute)
    expect(reads).toBe(11)
    subscription.unsubscribe()
  })

  it('keeps the objects of rows that have not changed, and the whole list if none has', () => {
    const clock = createVirtualClock()
    const versions = [
      [{ id: 2 }, { id: 1 }],
      [{ id: 2 }, { id: 1 }],
      [{ id: 3 }, { id: 2 }, { id: 1, version: 2 }],
    ]
    const seen: Array<ReadonlyArray<Row>> = []
    const subscription = liveFeed<Row>(
      { pages: () => of({ resources: versions.shift() ?? [], next: none }) },
      { clock, random },
    ).subscribe(({ rows }) => seen.push(rows))
    clock.advance(2.5 * minute)
    expect(seen.map((rows) => rows.map(({ id, version = 1 }) => `${String(id)}v${String(version)}`))).toEqual([
      ['2v1', '1v1'],
      ['3v1', '2v1', '1v2'],
    ])
    expect(seen[1]?.[1]).toBe(seen[0]?.[0])
    subscription.unsubscribe()
  })

  it.each([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 501 }, 'pageSize'],
    [{ every: 99 }, 'every'],
    [{ more$: 7 }, 'more$'],
    [{ trigger$: {} }, 'trigger$'],
    [{ limit: 50 }, 'limit'],
    [{ onInvalidRow: 'drop' }, 'onInvalidRow'],
  ])('refuses %j', (config, name) => {
    const errors: Array<unknown> = []
    liveFeed({ pages: () => NEVER }, config as LiveFeedConfig).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
    expect(String(errors[0])).toContain(name)
  })

  it.each([undefined, null, {}, { pages: 7 }, () => NEVER])('refuses %p, which is no list', (list) => {
    const errors: Array<unknown> = []
    liveFeed(list as never).subscribe({ error: (error) => errors.push(error) })
    expect(errors).toEqual([expect.objectContaining({ _tag: 'ConfigError' })])
  })
})

/** Rows as a service shows them: their ids and texts. */
const shownOf = (rows: ReadonlyArray<object>) =>
  rows.map((row) => {
    const { id, clean_description: text } = row as { readonly id: number; readonly clean_description?: string }
    return `${String(id)} ${String(text)}`
  })

/** A user of the sandbox whose transactions a feed shows, and how often its requests are sent. */
const watched = (config: Partial<SandboxConfig> = {}, feedConfig: LiveFeedConfig = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 15, 12) })
  const sandbox = createSandbox({ profile: bridge2025, clock, ...config })
  const userUuid = sandbox.users[0]?.uuid ?? ''
  const open = (limits?: object) =>
    createClient({
      profile: bridge2025,
      ...sandbox.credentials,
      http: (request) => sandbox.http(request),
      clock,
      ...(limits && { limits }),
    }).user({ externalUserId: sandbox.users[0]?.externalUserId ?? '' })
  /** Selects the requests of the feed: not those that only look at what the service has. */
  const isOfFeed = ({ route, query }: JournalEntry) => route === 'transactions' && !query.includes('limit=500')
  /** What the service has now, newest first. */
  const all = (): ReadonlyArray<string> => {
    let rows: ReadonlyArray<object> = []
    reader.transactions.pages({ limit: 500 }).subscribe(({ resources }) => (rows = [...rows, ...resources]))
    return shownOf(rows)
  }
  const reader = open({})
  const more$ = new Subject<void>()
  const values: Array<Feed<object>> = []
  const misfits: Array<unknown> = []
  const errors: Array<unknown> = []
  const show = (user = open()) =>
    liveFeed(user.transactions, { more$, clock, random, ...feedConfig }).subscribe({
      next: (feed) => {
        values.push(feed)
        if (feed.status !== 'live') return
        const expected = all()
        const { rows, hasMore } = feed
        const isNewest = shownOf(rows).every((row, index) => row === expected[index])
        if (!isNewest || hasMore !== expected.length > rows.length)
          misfits.push([shownOf(rows), expected.slice(0, rows.length + 1)])
      },
      error: (error) => errors.push(error),
    })
  return { clock, sandbox, userUuid, open, all, isOfFeed, more$, values, misfits, errors, show }
}

/** What may happen to a user's rows, and to the service. */
const happenings = (world: ReturnType<typeof watched>) => {
  const { clock, sandbox, more$, isOfFeed } = world
  const ids = (): ReadonlyArray<number> => world.all().map((row) => Number.parseInt(row, 10))
  const pick = (list: ReadonlyArray<number>, choice: number, change: (id: number) => void) => {
    const id = list[choice % list.length]
    if (id !== undefined) change(id)
  }
  const itemIds = () => sandbox.users[0]?.itemIds ?? []
  return {
    wait: (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) clock.advance(minute)
    },
    insert: (count: number) => {
      if (ids().length > 0) sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 1 + (count % 7))
    },
    change: (choice: number) => {
      pick(ids(), choice, (id) => sandbox.updateTransaction(id, { description: `text ${String(clock.wall())}` }))
    },
    remove: (choice: number) => pick(ids(), choice, (id) => sandbox.deleteTransaction(id)),
    unlink: (choice: number) => {
      if (itemIds().length > 1)
        pick(itemIds(), choice, (id) => sandbox.removeItem(id, { tombstones: choice % 2 === 0 }))
    },
    relink: (choice: number) => pick(itemIds(), choice, (id) => sandbox.relinkItem(id)),
    recreate: () => sandbox.recreateUser(sandbox.users[0]?.uuid ?? ''),
    more: () => more$.next(),
    fail: (choice: number) =>
      sandbox.faults.add({
        kind: 'status',
        status: [500, 503, 429][choice % 3] ?? 500,
        on: isOfFeed,
        times: 1 + (choice % 3),
      }),
    cutOff: () => sandbox.faults.add({ kind: 'disconnect', on: isOfFeed }),
  }
}

type What = keyof ReturnType<typeof happenings>

describe('liveFeed of the sandbox', () => {
  it('says until when a limit holds it back, or an outage', () => {
    const { clock, values, errors, sandbox, more$, show, open, isOfFeed } = watched({}, { pageSize: 5 })
    const user = open({ user: { requests: 1, per: 20 * minute } })
    const start = clock.wall()
    const subscription = show(user)
    more$.next()
    clock.advance(20 * minute)
    sandbox.faults.add({ kind: 'status', status: 503, headers: { 'Retry-After': '7200' }, on: isOfFeed })
    more$.next()
    clock.advance(20 * minute + 1000)
    const until = (minutes: number) => new Date(start + minutes * minute)
    expect(values.map((feed) => ({ ...feed, rows: feed.rows.length }))).toEqual([
      { rows: 5, hasMore: true, status: 'live' },
      { rows: 5, hasMore: true, status: 'loading' },
      { rows: 5, hasMore: true, status: 'waiting', until: until(20) },
      { rows: 10, hasMore: true, status: 'live' },
      { rows: 10, hasMore: true, status: 'loading' },
      { rows: 10, hasMore: true, status: 'waiting', until: until(40) },
      { rows: 10, hasMore: true, status: 'waiting', until: until(160) },
    ])
    subscription.unsubscribe()
    expect([errors, clock.pending()]).toEqual([[], 0])
  })

  it('shows the newest rows at each value, whatever happens, and all of that in the end', () => {
    const weights: ReadonlyArray<readonly [What, number]> = [
      ['wait', 6],
      ['insert', 4],
      ['change', 3],
      ['remove', 3],
      ['more', 3],
      ['fail', 2],
      ['cutOff', 1],
      ['unlink', 1],
      ['relink', 1],
      ['recreate', 1],
    ]
    const what = fc.oneof(...weights.map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })))
    const life = fc.array(fc.tuple(what, fc.nat(30)), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(life, fc.integer({ min: 1, max: 20 }), (events, pageSize) => {
        const world = watched({ transactions: 30 }, { pageSize })
        const happen = happenings(world)
        const subscription = world.show()
        for (const [name, choice] of events) happen[name](choice)
        world.sandbox.faults.clear()
        world.clock.advance(10 * minute)
        const { rows = [], status } = world.values.at(-1) ?? {}
        expect([world.misfits, world.errors, status]).toEqual([[], [], 'live'])
        expect(shownOf(rows)).toEqual(world.all().slice(0, rows.length))
        subscription.unsubscribe()
        world.sandbox.close()
      }),
      { numRuns: 30 },
    )
  })
})
