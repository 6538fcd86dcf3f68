import fc from 'fast-check'
import { none } from 'fp-ts/lib/Option.js'
import {
  finalize,
  lastValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  retry,
  Subject,
  take,
  throwError,
  timer,
  toArray,
} from 'rxjs'
import {
  type ChangedRow,
  createClient,
  createVirtualClock,
  type LiveList,
  liveRows,
  type LiveRowsConfig,
  type RowsWatchConfig,
  type UpdatableCollection,
  type UpdatedBatch,
} from '../../../lib/index.js'
import { createSandbox } from '../../../lib/sandbox.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { listResponse, updatedStocks, watch as watchFeed } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { outcome } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { play, profilesUnderTest } from '../../helpers/profiles.js'
import { watching } from '../../helpers/watching.js'

interface Row extends ChangedRow {
  readonly version?: number
}

const listOf = (watchUpdated: () => Observable<UpdatedBatch<Row>>): LiveList<Row> => ({ watchUpdated })

const gone = (id: number): Row => ({ id, is_deleted: true })

/** A batch within a round, and the last one of it. */
const within = (...resources: ReadonlyArray<Row>): UpdatedBatch<Row> => ({
  resources,
  rejected: [],
  checkpoint: none,
  isLast: false,
})
const ending = (...resources: ReadonlyArray<Row>): UpdatedBatch<Row> => ({
  ...within(...resources),
  isLast: true,
})

/** Rows in short: `1 2v7`. */
const inShort = map((rows: ReadonlyMap<number, Row>) =>
  Array.from(rows.values(), ({ id, version }) => `${String(id)}${version === undefined ? '' : `v${String(version)}`}`)
    .sort()
    .join(' '),
)

const minute = 60_000

describe('liveRows', () => {
  it('emits all rows when the first round has ended, and then at the end of each that brought something', () => {
    const batches = {
      a: within({ id: 1 }, { id: 2 }),
      b: ending({ id: 3 }),
      c: within({ id: 4 }),
      d: ending(),
      e: ending(),
      f: ending({ id: 2, version: 2 }, gone(1)),
    }
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const source = cold('--a-b--c-d-e-f', batches)
      expectObservable(liveRows(listOf(() => source)).pipe(inShort), '^-------------------!').toBe(
        /*           */ '----x----y---z',
        { x: '1 2 3', y: '1 2 3 4', z: '2v2 3 4' },
      )
      expectSubscriptions(source.subscriptions).toBe('^-------------------!')
    })
  })

  it('emits no rows if there are none, so that a screen need not wait', () => {
    marbles(({ cold, expectObservable }) => {
      const source = cold('-a-b-c', { a: ending(), b: ending(gone(7)), c: ending({ id: 1 }) })
      expectObservable(liveRows(listOf(() => source)).pipe(inShort)).toBe('-x---y', { x: '', y: '1' })
    })
  })

  it('leaves out a row that was removed, in the round that brought it too, and takes it back', () => {
    marbles(({ cold, expectObservable }) => {
      const source = cold('abcd', {
        a: within({ id: 1 }, { id: 2 }, { id: 3, is_deleted: null }),
        b: ending({ id: 1, deleted: true }, { id: 3, is_deleted: false }),
        c: ending(gone(2), gone(9)),
        d: ending({ id: 2, version: 2 }),
      })
      expectObservable(liveRows(listOf(() => source)).pipe(inShort)).toBe('-xyz', { x: '2 3', y: '3', z: '2v2 3' })
    })
  })

  it('errors with the stream, and begins again with whoever subscribes again', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const error = new Error('refused')
      const first = cold('ab#', { a: ending({ id: 1 }, { id: 2 }), b: within({ id: 3 }) }, error)
      const second = cold('--c', { c: ending({ id: 2 }) })
      const sources = [first, second]
      const rows$ = liveRows(listOf(() => sources.shift() ?? NEVER))
      expectObservable(rows$.pipe(inShort, retry({ count: 1, delay: 3 })), '^--------!').toBe('x------y', {
        x: '1 2',
        y: '2',
      })
      expectSubscriptions(first.subscriptions).toBe(' ^-!')
      expectSubscriptions(second.subscriptions).toBe('-----^---!')
    })
    marbles(({ cold, expectObservable }) => {
      const error = new Error('refused')
      expectObservable(liveRows(listOf(() => cold('a#', { a: within() }, error)))).toBe('-#', undefined, error)
    })
  })

  it('shares nothing between two subscribers', () => {
    const asked: Array<LiveRowsConfig> = []
    const watchUpdated = (config: LiveRowsConfig) => {
      asked.push(config)
      return of(ending({ id: asked.length }))
    }
    const rows$ = liveRows({ watchUpdated })
    expect(asked).toEqual([])
    const seen: Array<string> = []
    rows$.pipe(inShort).subscribe((rows) => seen.push(rows))
    rows$.pipe(inShort).subscribe((rows) => seen.push(rows))
    expect([asked.length, seen]).toEqual([2, ['1', '2']])
  })

  it('asks with the options that it is given', () => {
    const asked: Array<LiveRowsConfig> = []
    const watchUpdated = (config: LiveRowsConfig): Observable<UpdatedBatch<Row>> => {
      asked.push(config)
      return NEVER
    }
    const since = new Date(5)
    liveRows({ watchUpdated }).subscribe()
    liveRows({ watchUpdated }, { every: 100, since, limit: 7 }).subscribe()
    expect(asked).toEqual([{}, { every: 100, since, limit: 7 }])
  })

  it.each([
    ['store', { store: { load: () => of(none), save: () => of(undefined) }, process: () => of(undefined) }],
    ['process', { process: () => of(undefined) }],
    ['key', { key: 'mine' }],
  ])('refuses %s, for rows in memory are less than a checkpoint that is kept tells of', async (name, config) => {
    let subscribed = 0
    const watchUpdated = () => {
      subscribed++
      return of(ending({ id: 1 }))
    }
    const { values, error } = await outcome(liveRows({ watchUpdated }, config as LiveRowsConfig))
    expect([values, subscribed]).toEqual([[], 0])
    expect(error).toMatchObject({
      _tag: 'ConfigError',
      issues: [{ path: expect.stringMatching(name === 'store' ? /store|process/ : name) as string }],
    })
  })

  it.each<[string, unknown, unknown, string]>([
    ['a watchUpdated in place of its list', () => NEVER, {}, '/list'],
    ['no list', undefined, {}, '/list'],
    ['options that are none', { watchUpdated: () => NEVER }, 7, ''],
  ])('refuses %s', async (_, list, config, path) => {
    const { error } = await outcome(liveRows(list as LiveList<Row>, config as LiveRowsConfig))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path }] })
  })

  it('ends with what the watcher says of a wrong option', async () => {
    const client = createClient({
      profile: documentedProfile,
      clientId: 'id',
      clientSecret: 'secret',
      http: () => NEVER,
      baseUrl: 'https://b.example',
    })
    const { stocks } = client.user({ externalUserId: 'A6J' })
    const { error } = await outcome(liveRows(stocks, { every: 1 }))
    expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/every' }] })
  })

  it('has all rows at once if the service tells no time and has none', () => {
    const clock = createVirtualClock()
    const connection = watching(() => of(listResponse([])), { clock })
    const seen: Array<number> = []
    const list = { watchUpdated: (config: RowsWatchConfig) => changes(connection)(updatedStocks, config) }
    const showing = liveRows(list).subscribe(({ size }) => seen.push(size))
    clock.advance(10 * minute)
    showing.unsubscribe()
    expect([seen, clock.pending()]).toEqual([[0], 0])
    expect(watchFeed(() => listResponse([])).checkpoints()).toEqual(['-']) // nor a checkpoint
  })
})

/** Ids from 1 to 5, so that they meet again and again. */
const anyRow: fc.Arbitrary<Row> = fc.record(
  { id: fc.integer({ min: 1, max: 5 }), is_deleted: fc.constantFrom(true, false, null), version: fc.nat() },
  { requiredKeys: ['id'] },
)
const anyBatch = fc.tuple(fc.array(anyRow, { maxLength: 6 }), fc.boolean())

describe('the rows of liveRows', () => {
  it('are those of a Map that is told everything, at the end of each round', () => {
    fc.assert(
      fc.property(fc.array(anyBatch, { maxLength: 12 }), (batches) => {
        const model = new Map<number, Row>()
        let current: ReadonlyMap<number, Row> | undefined
        let shown: ReadonlyMap<number, Row> | undefined
        const source = of(...batches).pipe(map(([rows, isLast]) => (isLast ? ending(...rows) : within(...rows))))
        const checked = map((batch: UpdatedBatch<Row>) => {
          for (const row of batch.resources) {
            if (row.is_deleted === true) model.delete(row.id)
            else model.set(row.id, row)
          }
          if (batch.isLast) current = new Map(model)
          return batch
        })
        liveRows(listOf(() => source.pipe(checked))).subscribe((rows) => {
          shown = rows
          expect(rows).toEqual(current)
        })
        expect(shown).toEqual(current)
      }),
    )
  })

  it('do not change under whoever holds them, and are the same objects if nothing changed', () => {
    fc.assert(
      fc.property(fc.array(anyBatch, { maxLength: 12 }), (batches) => {
        const held: Array<readonly [ReadonlyMap<number, Row>, ReadonlyArray<readonly [number, Row]>]> = []
        const reported = new Set<Row>()
        const source = of(...batches).pipe(map(([rows, isLast]) => (isLast ? ending(...rows) : within(...rows))))
        liveRows(listOf(() => source)).subscribe((rows) => held.push([rows, Array.from(rows)]))
        for (const [rows] of batches) rows.forEach((row) => reported.add(row))
        expect(new Set(held.map(([rows]) => rows)).size).toBe(held.length)
        for (const [rows, copy] of held) {
          expect(Array.from(rows)).toEqual(copy)
          expect(Array.from(rows.values()).every((row) => reported.has(row))).toBe(true)
        }
      }),
    )
  })

  it.each(profilesUnderTest)('are the lists of a user of $name, whatever happens to them', async (profile) => {
    const { clock, sandbox, user, owner } = play(profile, { transactions: 60, stocks: 8 }, { random: () => 0.5 })
    const [accountId = 0] = owner.accountIds
    const [stockId = 0] = owner.stockIds
    const ofAccount = profile.hasMore ? [user.accounts.transactions(accountId)] : []
    const lists: ReadonlyArray<UpdatableCollection<Row>> = [user.stocks, user.transactions, ...ofAccount]
    const trigger$ = new Subject<void>()
    const config = { every: minute, limit: 7, trigger$ }
    const shown = lists.map((list) => {
      const { all } = list
      const seen: Array<ReadonlyMap<number, Row>> = []
      const subscription = liveRows(list, config).subscribe((rows) => seen.push(rows))
      return { all, seen, subscription }
    })
    clock.advance(1000)
    expect(shown.map(({ seen }) => seen.length)).toEqual(shown.map(() => 1))

    const [one = 0, other = 0, third = 0] = sandbox.insertTransactions(owner.uuid, 9)
    clock.advance(2 * minute)
    sandbox.deleteTransaction(one)
    sandbox.updateTransaction(other, { amount: -1.23 })
    sandbox.faults.add({ kind: 'server-error', status: 503, on: 'transactionsUpdated', times: 2 })
    clock.advance(5 * minute)
    sandbox.deleteTransaction(other)
    sandbox.updateTransaction(third, { category_id: 1 })
    sandbox.updateStock(stockId, { quantity: 3 })
    clock.advance(2 * minute)
    trigger$.next()
    clock.advance(0) // a round of this moment, for prices move every few seconds
    for (const { all, seen, subscription } of shown) {
      subscription.unsubscribe()
      const rows = await lastValueFrom(all().pipe(toArray()))
      const byId = ({ id }: Row, { id: otherId }: Row) => id - otherId
      expect(Array.from(seen.at(-1)?.values() ?? []).sort(byId)).toEqual(Array.from(rows).sort(byId))
      expect(seen.length).toBeGreaterThan(1)
    }
  })

  it('are whole again after a failure that ended the stream, whatever was removed meanwhile', () => {
    const clock = createVirtualClock()
    const sandbox = createSandbox({ profile: documentedProfile, clock, transactions: 40 })
    const { credentials, http } = sandbox
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      ...credentials,
      http,
      clock,
      random: () => 0.5,
    })
    const { transactions } = client.user({ externalUserId: 'A6J' })
    const sizes: Array<number> = []
    const ends: Array<number> = []
    const rows$ = liveRows(transactions).pipe(
      finalize(() => ends.push(clock.monotonic())),
      retry({ delay: () => timer(60 * minute, clock.scheduler) }),
    )
    const showing = rows$.subscribe(({ size }) => sizes.push(size))
    const [id = 0] = sandbox.insertTransactions(sandbox.users[0]?.uuid ?? '', 2)
    clock.advance(2 * minute)
    sandbox.faults.add({ kind: 'server-error', status: 403, on: 'transactionsUpdated' })
    clock.advance(2 * minute)
    sandbox.deleteTransaction(id)
    clock.advance(70 * minute)
    showing.unsubscribe()
    expect([sizes, ends.length]).toEqual([[40, 42, 41], 2])
  })

  it('come whole after every restart of a process that keeps none of them', async () => {
    const sandbox = createSandbox({ profile: documentedProfile, clock: createVirtualClock(), transactions: 40 })
    const sizes: Array<number> = []
    for (let start = 0; start < 3; start++) {
      const client = createClient({
        profile: documentedProfile,
        baseUrl: 'https://bank.example',
        ...sandbox.credentials,
        http: sandbox.http,
      })
      const { transactions } = client.user({ externalUserId: 'A6J' })
      const rows = await lastValueFrom(liveRows(transactions).pipe(take(1)))
      sizes.push(rows.size)
      sandbox.advance(60 * minute)
    }
    expect(sizes).toEqual([40, 40, 40])
  })

  it('of a stream that throws are none', async () => {
    const { values, error } = await outcome(liveRows(listOf(() => throwError(() => new Error('no feed')))))
    expect([values, error]).toEqual([[], new Error('no feed')])
  })
})
