import fc from 'fast-check'
import { none, some } from 'fp-ts/lib/Option.js'
import { map, type Observable, of, timer } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { RequestNotSent } from '../../../lib/base/error/RequestNotSent.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import { budget } from '../../../lib/http/budget/budget.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import type { Limits, RequestLimit } from '../../../lib/service/profile/rateLimits.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { json } from '../../helpers/responses.js'
import { randomFrom } from '../../helpers/watching.js'

type Kind = 'user' | 'authenticate' | 'application'

interface Asked {
  readonly at: number
  readonly user: number
  readonly kind: Kind
  readonly priority: HttpRequest['priority']
  /** Milliseconds to the server, there to decide, and back. */
  readonly there: number
  readonly back: number
  readonly fate: 'answer' | 'lose' | 'refuse' | 'withhold'
  /** When it is unsubscribed from, if ever; that may be while it is on its way to the server. */
  readonly abort: number | null
}

const limit = fc.record({ requests: fc.integer({ min: 1, max: 6 }), per: fc.integer({ min: 1, max: 400 }) })
const optional = { requiredKeys: [] as [] }
const limitsOf: fc.Arbitrary<Limits> = fc.record({ application: limit, user: limit, authenticate: limit }, optional)
const longest = 300
const duration = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: longest }))
const asked: fc.Arbitrary<Asked> = fc.record({
  at: fc.integer({ min: 0, max: 1500 }),
  user: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom('user', 'user', 'authenticate', 'application'),
  priority: fc.constantFrom('interactive', 'background'),
  there: duration,
  back: duration,
  fate: fc.constantFrom('answer', 'answer', 'answer', 'answer', 'lose', 'refuse', 'withhold'),
  abort: fc.option(fc.integer({ min: 0, max: 900 })),
})

const lineOf: Record<Kind, Partial<HttpRequest>> = {
  user: { access: 'user' },
  authenticate: { access: 'application', operation: 'authenticate' },
  application: { access: 'application', operation: 'users.list' },
}

const place = { operation: 'stocks.list', page: none }
const retryAfter = 250
const refused = new StatusError({ ...place, status: 429, type: none, detail: none, retryAfter: some(retryAfter) })
const lost = new NetworkError({ ...place, origin: 'https://bank.example', code: none })
const withheld = new RequestNotSent({ ...place, reason: 'circuit', retryAfter: none })

interface Sent extends Asked {
  readonly sentAt: number
  servedAt: number | undefined
}

const run = (limits: Limits, program: ReadonlyArray<Asked>, seed: number, maxWaiting: number) => {
  const clock = createVirtualClock()
  const policy = budget(clock, randomFrom(seed), () => undefined, { limits, maxWaiting })
  const wait = (ms: number) => (ms === 0 ? of(0) : timer(ms, clock.scheduler))
  const sent: Array<Sent> = []
  const refusals: Array<{ readonly scope: string; readonly from: number; readonly until: number }> = []
  const ended = { answered: 0, failed: 0, full: 0, aborted: 0 }
  let waiting = 0
  let mostWaiting = 0

  const serve = (entry: Asked): Observable<HttpResponse> => {
    const note: Sent = { ...entry, sentAt: clock.monotonic(), servedAt: undefined }
    if (entry.fate === 'withhold') {
      return of(0).pipe(
        map(() => {
          throw withheld
        }),
      )
    }
    sent.push(note)
    // What is under way arrives, whether somebody still waits for the answer or not.
    const arrive = () => {
      note.servedAt = clock.monotonic()
    }
    if (entry.there === 0) arrive()
    else clock.scheduler.schedule(arrive, entry.there)
    return wait(entry.there + entry.back).pipe(
      map(() => {
        if (entry.fate === 'answer') return json({})
        if (entry.fate === 'lose') throw lost
        if (entry.kind !== 'application') {
          const from = clock.monotonic()
          refusals.push({ scope: `${entry.kind}${String(entry.user)}`, from, until: from + retryAfter })
        }
        throw refused
      }),
    )
  }

  for (const entry of program) {
    clock.scheduler.schedule(() => {
      let isWaiting = true
      let isOver = false
      waiting++
      const leaves = () => {
        if (isWaiting) waiting--
        isWaiting = false
      }
      const over = (how: keyof typeof ended) => {
        leaves()
        isOver = true
        ended[how]++
      }
      const request = httpRequest({ ...lineOf[entry.kind], priority: entry.priority, timeout: longest })
      const http = policy(`u${String(entry.user)}`)(() => {
        leaves()
        return serve(entry)
      })
      const subscription = http(request).subscribe({
        next: () => over('answered'),
        error: (error) => over(error instanceof RequestNotSent && error.reason === 'queue' ? 'full' : 'failed'),
      })
      mostWaiting = Math.max(mostWaiting, waiting)
      if (entry.abort !== null)
        clock.scheduler.schedule(() => {
          if (isOver) return
          subscription.unsubscribe()
          over('aborted')
        }, entry.abort)
    }, entry.at)
  }
  clock.advance(600_000)
  return { sent, refusals, ended, mostWaiting, pending: clock.pending(), waiting }
}

/** The most requests that the server saw in any window, each taken from one that it saw. */
const densest = (sent: ReadonlyArray<Sent>, { per }: RequestLimit): number => {
  const served = sent.map(({ servedAt }) => servedAt ?? NaN)
  return Math.max(0, ...served.map((from) => served.filter((at) => at >= from && at < from + per).length))
}

describe('budget, whatever is asked and whatever comes of it', () => {
  const program = fc.array(asked, { maxLength: 60 })

  it('never sends more than a limit in any window, as the server sees it', () => {
    fc.assert(
      fc.property(limitsOf, program, fc.integer(), (limits, entries, seed) => {
        const { sent } = run(limits, entries, seed, 1000)
        if (limits.application)
          expect(densest(sent, limits.application)).toBeLessThanOrEqual(limits.application.requests)
        for (const user of [0, 1, 2])
          for (const kind of ['user', 'authenticate'] as const) {
            const own = sent.filter((entry) => entry.user === user && entry.kind === kind)
            const scope = limits[kind]
            if (scope) expect(densest(own, scope)).toBeLessThanOrEqual(scope.requests)
          }
      }),
      { numRuns: 300 },
    )
  })

  it('lets everybody come to an end, who is not beyond the places, and leaves no timer', () => {
    fc.assert(
      fc.property(limitsOf, program, fc.integer(), fc.integer({ min: 0, max: 20 }), (limits, entries, seed, places) => {
        const { ended, mostWaiting, pending, waiting } = run(limits, entries, seed, places)
        const { answered, failed, full, aborted } = ended
        expect([answered + failed + full + aborted, pending, waiting]).toEqual([entries.length, 0, 0])
        expect(mostWaiting).toBeLessThanOrEqual(places)
      }),
      { numRuns: 200 },
    )
  })

  it('sends nothing of a scope that was refused before its Retry-After', () => {
    fc.assert(
      fc.property(limitsOf, program, fc.integer(), (limits, entries, seed) => {
        const { sent, refusals } = run(limits, entries, seed, 1000)
        for (const { scope, from, until } of refusals) {
          const early = sent.filter(
            ({ kind, user, sentAt }) => `${kind}${String(user)}` === scope && sentAt > from && sentAt < until,
          )
          expect(early).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('lets no background request of a user go before an interactive one that has waited, but each tenth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
        (requests, rest) => {
          const entries = rest.map((isBackground): Asked => ({
            at: 0,
            user: 0,
            kind: 'user',
            priority: isBackground ? 'background' : 'interactive',
            there: 5,
            back: 5,
            fate: 'answer',
            abort: null,
          }))
          const { sent } = run({ user: { requests, per: 100 } }, entries, 1, 1000)
          const turns = sent.slice(requests).map(({ priority }) => priority)
          const last = turns.lastIndexOf('interactive')
          const early = turns.slice(0, Math.max(last, 0)).filter((priority) => priority === 'background').length
          expect(early).toBeLessThanOrEqual(Math.ceil(last / 10))
          expect(sent).toHaveLength(entries.length)
        },
      ),
    )
  })
})
