import fc from 'fast-check'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { serverStart } from '../../helpers/feed.js'
import { skewedService } from '../../helpers/skewedService.js'
import { randomFrom } from '../../helpers/watching.js'
import { truth, watchSkewed } from '../../helpers/watchSkewed.js'

const minute = 60_000
const hour = 60 * minute

type Act =
  | { readonly act: 'write'; readonly id: number; readonly isDeleted: boolean }
  | { readonly act: 'wait'; readonly ms: number }
  | { readonly act: 'step'; readonly part: number }
  | { readonly act: 'set back'; readonly ms: number }
  | { readonly act: 'crash' }

const id = fc.nat(6)
const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.record({ act: fc.constant('write' as const), id, isDeleted: fc.boolean() }), weight: 8 },
  {
    arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.oneof(fc.nat(2000), fc.nat(5 * minute)) }),
    weight: 6,
  },
  fc.record({ act: fc.constant('step' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ act: fc.constant('set back' as const), ms: fc.integer({ min: 0, max: 2 * hour }) }),
  fc.record({ act: fc.constant('crash' as const) }),
)

/** Parts of the overlap: all together they do not exceed it. */
const parts = fc
  .tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(20))
  .map(([clocks, steps, lateness, lag, rest]) => {
    const all = clocks + steps + lateness + lag + rest + 1
    return { clocks: clocks / all, steps: steps / all, lateness: lateness / all, lag: lag / all }
  })

const life = fc.record({
  acts: fc.array(act, { maxLength: 40 }),
  parts,
  seed: fc.nat(),
  limit: fc.integer({ min: 1, max: 5 }),
  latency: fc.constantFrom(0, 3000),
  every: fc.constantFrom(10_000, minute, hour),
  overlap: fc.constantFrom(3000, 30_000, 5 * minute),
  isTellingTime: fc.boolean(),
})

type Life = typeof life extends fc.Arbitrary<infer A> ? A : never

/** Runs a watcher, and its successors after crashes, beside a service that is skewed, and then heals. */
const run = ({ acts, parts, seed, limit, latency, every, overlap, isTellingTime }: Life) => {
  const clock = createVirtualClock()
  const random = randomFrom(seed)
  const within = (part: number) => () => Math.floor(random() * part * overlap)
  const service = skewedService(clock, serverStart, {
    writer: within(parts.clocks),
    lateness: within(parts.lateness),
    lag: within(parts.lag),
    date: isTellingTime ? within(parts.clocks) : () => undefined,
  })
  const watched = watchSkewed(clock, service, { every, overlap, limit }, { seed, latency })
  const roundMs = 1.1 * every + 12 * latency
  const rounds = (times: number) => clock.advance(times * roundMs + overlap)
  let stepped = 0
  for (const done of acts) {
    if (done.act === 'write') service.write(done.id, done.isDeleted)
    else if (done.act === 'wait') clock.advance(done.ms)
    else if (done.act === 'crash') watched.crash()
    else if (done.act === 'step') {
      const to = Math.floor(done.part * parts.steps * overlap)
      service.step(to - stepped)
      stepped = to
    } else if (isTellingTime) {
      // Further than the overlap: the watcher lives to see it twice. Before, the watermark has come to within a round of
      // the clock.
      service.write(7, false)
      rounds(1)
      service.step(-done.ms - 2 * Math.max(overlap, 30_000) - roundMs)
      for (const row of [0, 1, 7]) service.write(row, false)
      clock.advance(random() * every)
      service.write(8, false)
      rounds(4)
    }
  }
  service.heal()
  rounds(4)
  watched.end()
  return { clock, service, watched }
}

describe('changes beside a service whose writers, replicas and clocks disagree', () => {
  it('the sink ends with what the service shows last', () => {
    fc.assert(
      fc.property(life, (given) => {
        const { clock, service, watched } = run(given)
        expect(watched.errors).toEqual([])
        expect(watched.sink).toEqual(truth(service))
        expect(clock.pending()).toBe(0)
      }),
      { numRuns: 200 },
    )
  })
})
