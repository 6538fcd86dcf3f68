import { defer, finalize, type Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { sweptMap } from '../../base/clock/sweptMap.js'
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

const shortWait = 1000

/** Returns a function that enforces the limits of each user. */
export const userAdmission = (clock: Clock, random: () => number, config: UserLimits): Admit => {
  const users = sweptMap<UserState, ReadonlyArray<number>>(clock, {
    isIdle: ({ limiter }) => limiter.isIdle(),
    remainder: ({ limiter }) => limiter.returns().slice(),
    counts: (returns) => returns.some((time) => time > clock.monotonic()),
  })

  const stateOf = (user: string): UserState =>
    users.get(user, (returns) => ({ limiter: rateLimiter(clock, random, 'user', config, returns), inFlight: 0 }))

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
