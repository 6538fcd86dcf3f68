import { finalize, defer, type Observable } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { type RateLimiter, rateLimiter } from '../http/budget/rateLimiter.js'
import { Refusal } from './Refusal.js'

/** What each user may ask: so many requests in a time, and so many at once. */
export interface VisitorsConfig {
  readonly requests: number
  readonly per: number
  readonly inFlight: number
}

/** Does what a user asks for, or errors with a `Refusal` where it is too much. */
export type Admit = <A>(user: string, work: Observable<A>) => Observable<A>

interface Visit {
  readonly limiter: RateLimiter
  inFlight: number
}

/** Users are looked through for idle ones whenever there are twice as many as were in use the last time. */
const leastToSweep = 64
const soon = 1000

/** Keeps each user within what is allowed. */
export const visitors = (clock: Clock, random: () => number, config: VisitorsConfig): Admit => {
  const visits = new Map<string, Visit>()
  let sweepAt = leastToSweep

  const visitOf = (user: string): Visit => {
    const kept = visits.get(user)
    if (kept !== undefined) return kept
    if (visits.size >= sweepAt) {
      for (const [name, { limiter }] of visits) if (limiter.isIdle()) visits.delete(name)
      sweepAt = Math.max(leastToSweep, visits.size * 2)
    }
    const made = { limiter: rateLimiter(clock, random, 'user', config), inFlight: 0 }
    visits.set(user, made)
    return made
  }

  return (user, work) =>
    defer(() => {
      const visit = visitOf(user)
      const { limiter } = visit
      if (visit.inFlight >= config.inFlight)
        throw new Refusal(429, 'too_many_at_once', 'Too many requests of this user are on their way.', soon)
      if (limiter.remaining() <= 0) {
        const wait = Math.min(limiter.availableAt(false) - clock.monotonic(), config.per)
        throw new Refusal(429, 'too_many_requests', 'This user asks too often.', wait)
      }
      visit.inFlight++
      limiter.acquire()
      return work.pipe(
        finalize(() => {
          visit.inFlight--
          limiter.release(clock.monotonic())
        }),
      )
    })
}
