import { defer, finalize, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { type LocalRateLimiter, rateLimiter } from '../../http/budget/rateLimiter.js'
import { Refusal } from './Refusal.js'

/** The limits of each user: `requests` in any `per` milliseconds, and `maxInFlight` at once. */
export interface UserLimits {
  readonly requests: number
  readonly per: number
  readonly maxInFlight: number
}

/** Subscribes to `work` for a user, or errors with a `Refusal` if the user has reached a limit. */
export type Admit = <A>(user: string, work: Observable<A>) => Observable<A>

interface UserState {
  readonly limiter: LocalRateLimiter
  inFlight: number
}

/** The table deletes idle users when it reaches this size, and then whenever it has doubled since the last deletion. */
const minSweepSize = 64
const shortWait = 1000

/** Returns a function that enforces the limits of each user. */
export const userAdmission = (clock: Clock, random: () => number, config: UserLimits): Admit => {
  const users = new Map<string, UserState>()
  let sweepAt = minSweepSize

  const stateOf = (user: string): UserState => {
    const existing = users.get(user)
    if (existing !== undefined) return existing
    if (users.size >= sweepAt) {
      for (const [name, { limiter }] of users) if (limiter.isIdle()) users.delete(name)
      sweepAt = Math.max(minSweepSize, users.size * 2)
    }
    const created = { limiter: rateLimiter(clock, random, 'user', config), inFlight: 0 }
    users.set(user, created)
    return created
  }

  return (user, work) =>
    defer(() => {
      const state = stateOf(user)
      const { limiter } = state
      if (state.inFlight >= config.maxInFlight)
        throw new Refusal(429, 'too_many_at_once', 'This user has too many requests in flight.', shortWait)
      if (limiter.remaining() <= 0) {
        const wait = Math.min(limiter.availableAt(false) - clock.monotonic(), config.per)
        throw new Refusal(429, 'too_many_requests', 'This user has sent too many requests.', wait)
      }
      state.inFlight++
      const permit = limiter.acquire()
      return work.pipe(
        finalize(() => {
          state.inFlight--
          permit.release(clock.monotonic())
        }),
      )
    })
}
