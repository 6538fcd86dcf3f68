import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { defer, EMPTY, map, of, type Subscription } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { changingServer, type Paging } from '../../helpers/changingServer.js'
import { listResponse, row, serverStart, type Stock, updatedStocks, watch } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { after, randomFrom, slowly, watching } from '../../helpers/watching.js'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

/** A day of a feed that tells an update an hour; the `Date` of its answers is ahead as `leap` says of their number. */
const dayOf = (leap: (turn: number) => number, since?: Date) => {
  const clock = createVirtualClock()
  const now = (): number => serverStart + clock.monotonic()
  const rows: Array<number> = []
  const answer = (question: string, turn: number) => {
    const from = question === 'everything' ? 0 : Date.parse(question)
    const shown = rows.flatMap((updated, id) => (updated >= from ? [row(id, updated)] : []))
    return listResponse(shown, now() + leap(turn))
  }
  const watched = watch(answer, since === undefined ? {} : { since }, { clock })
  for (let updates = 0; updates < 24; updates++) {
    clock.advance(hour / 2)
    rows.push(now())
    clock.advance(hour / 2)
  }
  expect(watched.errors).toEqual([])
  return { ...watched, seen: new Set(watched.ids().flat()).size }
}

const since = new Date(serverStart)

describe('changes of a service whose Date is wrong at times', () => {
  it.each([
    ['the first answer', (turn: number) => turn === 0],
    ['the first three answers', (turn: number) => turn < 3],
    ['three answers in the middle', (turn: number) => turn > 100 && turn < 104],
    ['the answers of two hours', (turn: number) => turn > 100 && turn < 220],
    ['every answer', () => true],
  ])('misses nothing if %s is an hour or a year ahead', (_, isWrong) => {
    for (const ahead of [hour, year])
      for (const beginning of [since, undefined])
        expect(dayOf((turn) => (isWrong(turn) ? ahead : 0), beginning).seen).toBe(24)
  })

  it.each([0, 3000])('misses nothing if it begins up to 30 s ahead, with an overlap of %p ms', (overlap) => {
    const clock = createVirtualClock()
    const now = (): number => serverStart + clock.monotonic()
    const rows: Array<number> = []
    const answer = (question: string) => {
      const shown = rows.flatMap((updated, id) => (updated >= Date.parse(question) ? [row(id, updated)] : []))
      return after(clock, 300).pipe(map(() => listResponse(shown, now())))
    }
    const beginning = new Date(serverStart + 29_000)
    const { ids, events } = watch(answer, { since: beginning, overlap, every: 1000 }, { clock })
    for (let updates = 0; updates < 40; updates++) {
      clock.advance(1000)
      rows.push(now())
    }
    clock.advance(minute)
    expect(new Set(ids().flat()).size).toBe(40)
    expect(events.filter(({ _tag }) => _tag === 'Restarted')).toEqual([])
  })

  it('misses nothing if the first answers hide that it began a minute ahead, and an update follows', () => {
    const clock = createVirtualClock()
    const now = (): number => serverStart + clock.monotonic()
    const rows: Array<number> = []
    const answer = (question: string, turn: number) => {
      const shown = rows.flatMap((updated, id) => (updated >= Date.parse(question) ? [row(id, updated)] : []))
      return listResponse(shown, now() + ([year, minute][turn] ?? 0))
    }
    const beginning = new Date(serverStart + minute)
    const { ids, errors } = watch(answer, { since: beginning, overlap: 0, every: 80_000 }, { clock })
    for (let updates = 0; updates < 10; updates++) {
      clock.advance(9000)
      rows.push(now())
    }
    clock.advance(5 * minute)
    expect(errors).toEqual([])
    expect(new Set(ids().flat()).size).toBe(10)
  })

  it('tells where it steps back', () => {
    const { events, seen } = dayOf((turn) => (turn === 0 ? year : 0), new Date(serverStart + 3 * hour))
    expect(seen).toBe(24)
    expect(events.filter(({ _tag }) => _tag === 'Restarted')).toEqual([
      expect.objectContaining({
        error: expect.objectContaining({ issues: [expect.objectContaining({ path: '/since' })] }),
      }),
    ])
  })
})

type Act =
  | { readonly act: 'write'; readonly id: number }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'leap'; readonly ms: number; readonly answers: number }
  | { readonly act: 'crash' }

const leap = fc.record({
  act: fc.constant('leap' as const),
  ms: fc.oneof(fc.integer({ min: -2 * hour, max: 0 }), fc.integer({ min: minute, max: 2 * hour }), fc.constant(year)),
  answers: fc.integer({ min: 1, max: 8 }),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.record({ act: fc.constant('write' as const), id: fc.nat(8) }), weight: 5 },
  { arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.nat(5 * minute) }), weight: 5 },
  leap,
  fc.record({ act: fc.constant('crash' as const) }),
)

const life = fc.record({
  acts: fc.array(act, { maxLength: 60 }),
  first: fc.option(leap, { nil: undefined }),
  /** From the service's clock to the moment to begin with, and to what the store holds. */
  beginning: fc.option(fc.oneof(fc.integer({ min: -hour, max: 0 }), fc.integer({ min: minute, max: 3 * hour })), {
    nil: undefined,
  }),
  kept: fc.option(fc.constantFrom(-hour, -1000, 30 * day, 300 * day), { nil: undefined }),
  seed: fc.nat(),
  limit: fc.integer({ min: 1, max: 5 }),
  paging: fc.constantFrom<Paging>('offset', 'keyset', 'oldest'),
  overlap: fc.constantFrom(0, 3000, 5 * minute),
})

type Life = typeof life extends fc.Arbitrary<infer A> ? A : never

/** What the sink of a watcher has and what the service has, once its `Date` has been right for a while. */
const run = ({ acts, first, beginning, kept, seed, limit, paging, overlap }: Life) => {
  const clock = createVirtualClock()
  const server = changingServer(clock, serverStart, paging)
  const random = randomFrom(seed)
  const sink = new Map<number, number>()
  const errors: Array<unknown> = []
  let last: Bookmark | undefined = kept === undefined ? undefined : bookmarkAt(serverStart + kept)

  const store: CheckpointStore = {
    load: () => defer(() => of(last === undefined ? none : some(last))),
    save: (_, bookmark) => ((last = bookmark), EMPTY),
  }
  const process = ({ resources }: { readonly resources: ReadonlyArray<Stock> }) => {
    for (const { id, updated_at } of resources) sink.set(id, Math.max(updated_at?.getTime() ?? 0, sink.get(id) ?? 0))
    return EMPTY
  }
  const connection = watching(slowly(clock, random, server.answer), { clock, random })
  const watch$ = changes(connection)(updatedStocks, {
    ...(beginning === undefined ? {} : { since: new Date(serverStart + beginning) }),
    limit,
    overlap,
    process,
    store,
  })
  const begin = () => watch$.subscribe({ error: (error) => errors.push(error) })

  if (first !== undefined) server.leap(first.ms, first.answers)
  let watcher: Subscription = begin()
  for (const done of acts) {
    if (done.act === 'write') server.write(done.id, false, 0)
    else if (done.act === 'wait') clock.advance(done.ms)
    else if (done.act === 'leap') server.leap(done.ms, done.answers)
    // A moment that is yet to come means the first beginning; a restart after it could not know of that.
    else if (beginning === undefined || beginning <= 0) {
      watcher.unsubscribe()
      watcher = begin()
    }
  }
  clock.advance(5 * hour)
  watcher.unsubscribe()
  const rows = Array.from(server.rows.values(), ({ id, updated }) => [id, updated] as const)
  return { sink, rows: new Map(rows), errors, pending: clock.pending() }
}

describe('changes beside a service whose Date leaps', () => {
  it('the sink ends equal to the service, whatever Date was told and from wherever it began', () => {
    fc.assert(
      fc.property(life, (given) => {
        const { sink, rows, errors, pending } = run(given)
        expect(errors).toEqual([])
        expect(pending).toBe(0)
        expect(sink).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })
})
