import { defer, finalize, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { type OwnRateLimiter, rateLimiter } from '../../http/budget/rateLimiter.js'
import { Refusal } from './Refusal.js'

/** The limits of each user: `requests` in any `per` milliseconds, and `inFlight` at once. */
export interface VisitorsConfig {
  readonly requests: number
  readonly per: number
  readonly inFlight: number
}

/** Runs `work` for a user, or errors with a `Refusal` if the user has reached a limit. */
export type Admit = <A>(user: string, work: Observable<A>) => Observable<A>

interface Visit {
  readonly limiter: OwnRateLimiter
  inFlight: number
}

/** Idle users are deleted whenever there are twice as many as the last time left; the first time is at this number. */
const leastToSweep = 64
const soon = 1000

/** Creates the function that enforces the limits of each user. */
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
        throw new Refusal(429, 'too_many_at_once', 'Too many requests of this user are in flight.', soon)
      if (limiter.remaining() <= 0) {
        const wait = Math.min(limiter.availableAt(false) - clock.monotonic(), config.per)
        throw new Refusal(429, 'too_many_requests', 'Too many requests of this user.', wait)
      }
      visit.inFlight++
      const permit = limiter.acquire()
      return work.pipe(
        finalize(() => {
          visit.inFlight--
          permit.release(clock.monotonic())
        }),
      )
    })
}
