import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { concatMap, defer, from, map, mergeMap, NEVER, type Observable, of, throwError, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import type { PermitSource } from '../../../lib/http/budget/PermitSource.js'
import { sharedPermits } from '../../../lib/http/budget/sharedPermits.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { memoryPermits } from '../../../lib/server/stores/memoryPermits.js'
import type { RequestLimit } from '../../../lib/service/profile/rateLimits.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { type Mortal, mortal } from '../../helpers/mortal.js'
import { json } from '../../helpers/responses.js'
import { randomFrom } from '../../helpers/watching.js'

interface Asked {
  readonly at: number
  readonly process: number
  readonly user: number
  readonly priority: HttpRequest['priority']
  readonly timeout: number
  /** Where the request is on its way to the service, and back, as parts of its time-out. */
  readonly there: number
  readonly back: number
  readonly fate: 'answer' | 'lose' | 'refuse'
  readonly abort: number | null
  /** How long the request is made ready when it has its permit. */
  readonly prepare: number | null
}

/** What befalls a process, or the source. */
interface Blow {
  readonly at: number
  readonly process: number
  readonly kind: 'stall' | 'die'
  readonly lasts: number
}

/** How the source answers a question: after `there` it has acted, after `back` it is heard. */
interface Mood {
  readonly there: number
  readonly back: number
  readonly kind: 'well' | 'refuses' | 'hangs' | 'unheard'
}

interface History {
  readonly limit: RequestLimit
  readonly asked: ReadonlyArray<Asked>
  readonly blows: ReadonlyArray<Blow>
  readonly moods: ReadonlyArray<Mood>
  readonly seed: number
}

const processes = 3
/** A number up to `max`, and most often none. */
const seldom = (weight: number, max: number) =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.integer({ min: 0, max }) })
const part = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.5, noNaN: true }))
const asked: fc.Arbitrary<Asked> = fc.record({
  at: fc.integer({ min: 0, max: 30_000 }),
  process: fc.integer({ min: 0, max: processes - 1 }),
  user: fc.integer({ min: 0, max: 3 }),
  priority: fc.constantFrom('interactive', 'background'),
  timeout: fc.constantFrom(100, 5000, 30_000),
  there: fc.oneof(part, fc.constant(1)),
  back: part,
  fate: fc.constantFrom('answer', 'answer', 'answer', 'answer', 'answer', 'answer', 'lose', 'refuse'),
  abort: seldom(3, 20_000),
  prepare: seldom(9, 40_000),
})
const blow: fc.Arbitrary<Blow> = fc.record({
  at: fc.integer({ min: 0, max: 40_000 }),
  process: fc.integer({ min: 0, max: processes - 1 }),
  kind: fc.constantFrom('stall', 'stall', 'die'),
  lasts: fc.integer({ min: 1, max: 90_000 }),
})
const mood: fc.Arbitrary<Mood> = fc.record({
  there: fc.constantFrom(0, 1, 20, 3000),
  back: fc.constantFrom(0, 1, 20, 8000),
  kind: fc.constantFrom('well', 'well', 'well', 'well', 'refuses', 'hangs', 'unheard'),
})
const history: fc.Arbitrary<History> = fc.record({
  limit: fc.record({ requests: fc.constantFrom(1, 1, 2, 3, 12), per: fc.constantFrom(50, 1000, 20_000, 60_000) }),
  asked: fc.array(asked, { minLength: 1, maxLength: 80 }),
  blows: fc.array(blow, { maxLength: 4 }),
  moods: fc.array(mood, { minLength: 1, maxLength: 12 }),
  seed: fc.integer(),
})

const place = { operation: 'stocks.list', page: none }
const refused = new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter: some(700) })
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: none })

/** Runs a history: when requests came to the door of the service, and who of the living was left without an end. */
const run = ({ limit, asked: entries, blows, moods, seed }: History) => {
  const clock = createVirtualClock()
  const memory = memoryPermits({ ...limit, clock })
  const arrivals: Array<number> = []
  const wait = (ms: number): Observable<unknown> => (ms === 0 ? of(0) : timer(ms, clock.scheduler))
  let questions = 0

  /** What a process sees of the source, in its moods; after the last of them the source is well. */
  const seenBy = ({ hears }: Mortal): PermitSource => {
    const ask = <A>(question: () => Observable<A>): Observable<A> =>
      hears(
        defer(() => {
          const { there, back, kind } = moods[questions++] ?? { there: 1, back: 1, kind: 'well' }
          if (kind === 'hangs') return NEVER
          if (kind === 'refuses') return wait(back).pipe(mergeMap(() => throwError(() => new Error('down'))))
          const answer = wait(there).pipe(
            mergeMap(question),
            concatMap((value) => wait(back).pipe(map(() => value))),
          )
          return kind === 'unheard' ? answer.pipe(mergeMap(() => NEVER)) : answer
        }),
      )
    return {
      limit,
      lease: (asking) => ask(() => from(memory.lease(asking))),
      release: (permits) => ask(() => from(memory.release(permits))),
      coolDown: (ms) => ask(() => from(memory.coolDown(ms))),
    }
  }

  const group = Array.from({ length: processes }, (_, index) => {
    const life = mortal(clock)
    const permits = sharedPermits(seenBy(life))
    const make = budget(life.clock, randomFrom(seed + index), () => undefined, {
      limits: {},
      maxWaiting: 1000,
      permits,
    })
    return { life, make, isDead: false }
  })
  for (const { at, process, kind, lasts } of blows)
    clock.scheduler.schedule(() => {
      const one = group[process]
      if (kind === 'stall') {
        one?.life.stall()
        clock.scheduler.schedule(() => one?.life.wake(), lasts)
      } else if (one) {
        one.life.die()
        one.isDead = true
      }
    }, at)

  let open = 0
  for (const entry of entries) {
    const one = group[entry.process]
    if (one === undefined) continue
    const { clock: own, hears } = one.life
    const { timeout } = entry
    const serve = (): Observable<HttpResponse> => {
      clock.scheduler.schedule(() => arrivals.push(clock.monotonic()), timeout * entry.there)
      const took = Math.min(timeout, timeout * (entry.there + entry.back))
      return hears(
        wait(took).pipe(
          map(() => {
            if (entry.fate === 'answer') return json({})
            throw entry.fate === 'lose' ? lost : refused
          }),
        ),
      )
    }
    own.scheduler.schedule(() => {
      open++
      const { priority, prepare } = entry
      const ready = () => hears(wait(prepare ?? 0).pipe(map(() => httpRequest({ timeout, priority }))))
      const admission = {
        isStillWanted: () => true,
        waitsSince: undefined,
        ...(prepare === null ? {} : { prepare: ready }),
      }
      const request = httpRequest({ access: 'user', priority, timeout, admission })
      let isOver = false
      const over = (): void => {
        if (!isOver) open--
        isOver = true
      }
      const asking = one
        .make(`u${String(entry.user)}`)(serve)(request)
        .subscribe({ next: over, error: over })
      if (entry.abort !== null)
        own.scheduler.schedule(() => {
          asking.unsubscribe()
          over()
        }, entry.abort)
    }, entry.at)
  }
  clock.advance(3 * 3_600_000)
  return { arrivals, open, hasDead: group.some(({ isDead }) => isDead), pending: clock.pending() }
}

/** The most requests that came to the door in any window. */
const densest = (arrivals: ReadonlyArray<number>, per: number): number =>
  Math.max(0, ...arrivals.map((first) => arrivals.filter((at) => at >= first && at < first + per).length))

describe('clients that share permits, whatever befalls them and the source', () => {
  it('never let more than the limit come to the service in any window, end every request, and leave no timer', () => {
    fc.assert(
      fc.property(history, (one) => {
        const { arrivals, open, hasDead, pending } = run(one)
        expect(densest(arrivals, one.limit.per)).toBeLessThanOrEqual(one.limit.requests)
        if (!hasDead) expect([open, pending]).toEqual([0, 0])
      }),
      { numRuns: 200 },
    )
  })
})
