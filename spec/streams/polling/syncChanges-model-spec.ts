import fc from 'fast-check'
import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { defer, repeat, retry, type Subscription, tap } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { type Bookmark, bookmark } from '../../../lib/streams/polling/Bookmark.js'
import { changingServer, type Paging } from '../../helpers/changingServer.js'
import { serverStart, updatedStocks } from '../../helpers/feed.js'
import { sync } from '../../helpers/interpreters.js'
import { after, randomFrom, slowly, watching } from '../../helpers/watching.js'

const minute = 60_000
const hour = 60 * minute
const year = 365 * 24 * hour

const resource = record('stock', { id, updated_at: timestamp, value: t.number, is_deleted: t.boolean }, {})
type Row = t.TypeOf<typeof resource>

const write = fc.record({ act: fc.constant('write' as const), id: fc.nat(8), lateness: fc.constantFrom(0, 0.1, 0.8) })
const wait = fc.record({
  act: fc.constant('wait' as const),
  ms: fc.oneof(fc.nat(2000), fc.nat(30_000), fc.nat(20 * minute)),
})
const quiet = fc.oneof({ arbitrary: write, weight: 6 }, { arbitrary: wait, weight: 5 })
/** What a fault costs is repetition, never a loss. `step` sets the clock of the machine on which the next jobs run. */
const fault = fc.oneof(
  fc.record({ act: fc.constantFrom('fail' as const, 'forget' as const, 'crash' as const) }),
  fc.record({
    act: fc.constant('step' as const),
    ms: fc.oneof(fc.integer({ min: -12 * hour, max: 12 * hour }), fc.constant(year)),
  }),
  fc.record({
    act: fc.constant('leap' as const),
    ms: fc.oneof(fc.integer({ min: -2 * hour, max: 2 * hour }), fc.constant(year)),
    answers: fc.integer({ min: 1, max: 8 }),
  }),
)
type Act = typeof quiet | typeof fault extends fc.Arbitrary<infer A> ? A : never

const faulty: fc.Arbitrary<Act> = fc.oneof({ arbitrary: quiet, weight: 4 }, fault)

const lifeOf = (act: fc.Arbitrary<Act>) =>
  fc.record({
    acts: fc.array(act, { maxLength: 60 }),
    seed: fc.nat(),
    limit: fc.integer({ min: 1, max: 5 }),
    paging: fc.constantFrom<Paging>('offset', 'keyset', 'oldest'),
    overlap: fc.constantFrom(3000, 30_000, 5 * minute),
    isTellingTime: fc.boolean(),
  })
type Life = ReturnType<typeof lifeOf> extends fc.Arbitrary<infer A> ? A : never

/** Runs one job after another beside a server that changes; each begins with what the one before has kept as JSON. */
const run = ({ acts, seed, limit, paging, overlap, isTellingTime }: Life, rest: number) => {
  const clock = createVirtualClock({ start: serverStart })
  const server = changingServer(clock, serverStart, paging, isTellingTime)
  const random = randomFrom(seed)
  const rows = new Map<number, Row>()
  const versions: Array<string> = []
  let kept: string | undefined

  const connection = watching(slowly(clock, random, server.answer), { clock, random })
  const restored = (): { readonly from?: Bookmark } => {
    if (kept === undefined) return {}
    const parsed: unknown = JSON.parse(kept)
    if (!bookmark.is(parsed)) throw new Error('no bookmark')
    return { from: parsed }
  }
  const job = defer(() =>
    sync(connection)((since) => ({ ...updatedStocks(since), resource }), {
      ...restored(),
      limit,
      overlap,
      process: (batch) =>
        after(clock, random() * 1000).pipe(
          tap(() => {
            for (const row of batch.resources as ReadonlyArray<Row>) {
              rows.set(row.id, row)
              versions.push(`${String(row.id)} ${String(row.value)}`)
            }
            if (isSome(batch.bookmark)) kept = JSON.stringify(batch.bookmark.value)
          }),
        ),
    }),
  )
  const pause = () => after(clock, 30_000 + random() * minute)
  const begin = (): Subscription => job.pipe(retry({ delay: pause }), repeat({ delay: pause })).subscribe()

  let working = begin()
  for (const done of acts) {
    if (done.act === 'write') server.write(done.id, false, done.lateness * overlap)
    else if (done.act === 'wait') clock.advance(done.ms)
    else if (done.act === 'leap') server.leap(done.ms, done.answers)
    else if (done.act === 'step') clock.stepWall(done.ms)
    else if (done.act === 'fail') server.fail([503, 500])
    else if (done.act === 'forget') server.forgetCursors()
    else {
      working.unsubscribe()
      working = begin()
    }
  }
  clock.advance(rest)
  working.unsubscribe()
  return {
    sink: new Map(Array.from(rows.values(), ({ id: key, value }) => [key, value])),
    service: new Map(Array.from(server.rows.values(), ({ id: key, value }) => [key, value])),
    versions,
    pending: clock.pending(),
  }
}

describe('jobs of sync, one after another, beside a service that changes', () => {
  it('lose nothing, whatever fails, wherever they end, and whatever clocks say', () => {
    fc.assert(
      fc.property(lifeOf(faulty), (given) => {
        const { sink, service, pending } = run(given, 2 * hour)
        expect(pending).toBe(0)
        expect(sink).toEqual(service)
      }),
      { numRuns: 100 },
    )
  })

  it('hand out each version once if nothing fails', () => {
    fc.assert(
      fc.property(lifeOf(quiet), (given) => {
        const { sink, service, versions } = run(given, 20 * minute)
        expect(sink).toEqual(service)
        expect(versions).toHaveLength(new Set(versions).size)
      }),
      { numRuns: 100 },
    )
  })
})
