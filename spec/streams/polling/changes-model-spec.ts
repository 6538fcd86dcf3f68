import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concatMap, defer, from, ignoreElements, map, of, Subscription, tap, throwError } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import type { Bookmark, CheckpointStore } from '../../../lib/streams/polling/Bookmark.js'
import type { UpdatedBatch } from '../../../lib/streams/polling/ChangesConfig.js'
import { changingServer, type Paging } from '../../helpers/changingServer.js'
import { updatedStocks } from '../../helpers/feed.js'
import { changes } from '../../helpers/interpreters.js'
import { after, randomFrom, watching } from '../../helpers/watching.js'

const start = Date.UTC(2026, 0, 15, 12)
const minute = 60_000

const resource = record('stock', { id, updated_at: timestamp, value: t.number, is_deleted: t.boolean }, {})
type Row = t.TypeOf<typeof resource>

type Act =
  | { readonly act: 'write'; readonly id: number; readonly isDeleted: boolean; readonly lateness: number }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'fail'; readonly statuses: ReadonlyArray<number> }
  | { readonly act: 'forget' | 'crash' | 'refuse' }
  | { readonly act: 'step'; readonly ms: number }

/** Of the overlap. */
const lateness = fc.constantFrom(0, 0.1, 0.8)
const write = fc.record({ act: fc.constant('write' as const), id: fc.nat(12), isDeleted: fc.boolean(), lateness })
const wait = fc.record({
  act: fc.constant('wait' as const),
  ms: fc.oneof(fc.nat(2000), fc.nat(2000), fc.nat(30_000), fc.nat(10 * minute)),
})
const statuses = fc.array(fc.constantFrom(500, 503, 429, 408), { minLength: 1, maxLength: 4 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: write, weight: 6 },
  { arbitrary: wait, weight: 4 },
  fc.record({ act: fc.constant('fail' as const), statuses }),
  fc.record({ act: fc.constantFrom('forget' as const, 'crash' as const, 'refuse' as const) }),
  fc.record({ act: fc.constant('step' as const), ms: fc.integer({ min: -12 * 60 * minute, max: 12 * 60 * minute }) }),
)

const life = fc.record({
  acts: fc.array(act, { maxLength: 60 }),
  seed: fc.nat(),
  limit: fc.integer({ min: 1, max: 5 }),
  paging: fc.constantFrom<Paging>('offset', 'keyset', 'oldest'),
  slowness: fc.constantFrom(100, 5000),
  overlap: fc.constantFrom(3000, 30_000, 5 * minute),
  isTellingTime: fc.boolean(),
})

type Life = typeof life extends fc.Arbitrary<infer A> ? A : never

/** Runs a watcher, and its successors after crashes, beside a server that changes; then lets both come to rest. */
const run = ({ acts, seed, limit, paging, slowness, overlap, isTellingTime }: Life) => {
  const clock = createVirtualClock({ start: start - 3 * 60 * minute })
  const server = changingServer(clock, start, paging, isTellingTime)
  const random = randomFrom(seed)
  const sink = new Map<number, Row>()
  const saved: Array<number> = []
  let last: Bookmark | undefined
  const ends: Array<unknown> = []
  const repeated: Array<number> = []
  let isRefusing = true

  const process = ({ resources }: UpdatedBatch<Row>) =>
    from(resources as ReadonlyArray<Row>).pipe(
      concatMap((row) => {
        if (isRefusing && random() < 0.2) return throwError(() => new RangeError('the sink is full'))
        const known = sink.get(row.id)
        if (known === undefined || row.updated_at >= known.updated_at) sink.set(row.id, row)
        return after(clock, random() * slowness)
      }),
    )
  const store: CheckpointStore = {
    load: () => defer(() => of(last === undefined ? none : some(last))),
    save: (_, bookmark) =>
      after(clock, random() * 50).pipe(
        tap(() => {
          last = bookmark
          if (bookmark.position !== null) saved.push(bookmark.position.moment)
        }),
        ignoreElements(),
      ),
  }
  const connection = watching(
    (request) =>
      after(clock, random() * 2000).pipe(
        map(() => server.answer(request)),
        concatMap((response) => after(clock, random() * 200).pipe(map(() => response))),
      ),
    { clock, random },
  )
  const watch$ = changes(connection)((since) => ({ ...updatedStocks(since), resource }), {
    every: minute,
    limit,
    overlap,
    process,
    store,
  })

  let watcher = Subscription.EMPTY
  const begin = (): void => {
    const reported = new Map<number, number>()
    watcher = watch$.subscribe({
      next: ({ resources }) => {
        for (const { id: rowId, updated_at } of resources as ReadonlyArray<Row>) {
          if (updated_at.getTime() <= (reported.get(rowId) ?? -Infinity)) repeated.push(rowId)
          reported.set(rowId, updated_at.getTime())
        }
      },
      error: (error) => {
        ends.push(error)
        begin()
      },
    })
  }

  for (let rowId = 0; rowId <= 12; rowId++) {
    server.write(rowId, false, 0)
    clock.advance(1000)
  }
  begin()
  for (const done of acts) {
    if (done.act === 'write') server.write(done.id, done.isDeleted, done.lateness * overlap)
    else if (done.act === 'wait') clock.advance(done.ms)
    else if (done.act === 'fail') server.fail(done.statuses)
    else if (done.act === 'forget') server.forgetCursors()
    else if (done.act === 'step') clock.stepWall(done.ms)
    else if (done.act === 'refuse') isRefusing = !isRefusing
    else {
      watcher.unsubscribe()
      begin()
    }
  }
  isRefusing = false
  clock.advance(30 * minute)
  watcher.unsubscribe()
  return { clock, server, sink, saved, ends, repeated }
}

/** The third death of a cursor in one round. */
const isGone = (error: unknown): boolean => (error as { readonly status?: number }).status === 410

describe('changes beside a server that changes', () => {
  it('paging scenarios 10, 14, 19, 20 and 21: the sink ends equal to the server, and checkpoints never move back', () => {
    fc.assert(
      fc.property(life, (given) => {
        const { clock, server, sink, saved, ends, repeated } = run(given)
        const rows = (all: Iterable<{ id: number; value: number; is_deleted: boolean }>) =>
          Array.from(all, ({ id: rowId, value, is_deleted }) => ({ id: rowId, value, is_deleted })).sort(
            (a, b) => a.id - b.id,
          )
        expect(rows(sink.values())).toEqual(rows(server.rows.values()))
        expect(repeated).toEqual([])
        expect(saved).toEqual([...saved].sort((a, b) => a - b))
        expect(saved.every((checkpoint) => checkpoint <= start + clock.monotonic())).toBe(true)
        for (const error of ends) expect(error instanceof RangeError || isGone(error)).toBe(true)
        expect(clock.pending()).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  it('one seed gives one run', () => {
    const given = fc.sample(life, { seed: 19, numRuns: 1 })[0]
    if (given === undefined) throw new Error('nothing was drawn')
    const trace = () => [run(given).saved, Array.from(run(given).sink)]
    expect(trace()).toEqual(trace())
  })
})
