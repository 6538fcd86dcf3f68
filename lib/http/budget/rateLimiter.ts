import { isSome, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import type { BudgetScope } from '../../base/event/ClientEvent.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'
import { type BackoffConfig, equalJitter } from '../backoff.js'
import type { HttpRequest } from '../HttpRequest.js'

/**
 * The maximum number of permits to lease in the first `ms` milliseconds after a cool-down: one at once, five within a
 * second, and about twice as many in each further second.
 */
export const maxPermitsAfter = (ms: number): number => 1 + Math.floor(4 * (2 ** (ms / 1000) - 1))

/** The milliseconds after the end of a cool-down at which the permit after `leased` others may be leased. */
export const delayAfterPermits = (leased: number): number => 1000 * Math.log2(leased / 4 + 1)

/** The waiting requests of one priority, by the limiters of their users. */
export type Waiters = ReadonlyArray<ReadonlyMap<RateLimiter, { readonly size: number }>>

/** A permit that a request has taken. */
export interface Permit {
  /**
   * Call this when the request has completed or failed. The permit returns one window after `arrivesBy`, the latest
   * time at which the request may reach the service.
   */
  readonly release: (arrivesBy: number) => void
  /** Whether the request must no longer be sent, because another process may hold the permit when it arrives. */
  readonly isLost?: () => boolean
}

/**
 * Limits the requests of one scope. Each request takes a permit, which returns some time after the response. Times are
 * milliseconds of the monotonic clock.
 */
export interface RateLimiter {
  readonly scope: BudgetScope
  /** How many permits are left. */
  readonly remaining: () => number
  /**
   * The earliest time at which a request may take a permit. With `keepsReserve`, more than the reserved permits are
   * then left. `Infinity` if a request in flight must complete first.
   */
  readonly availableAt: (keepsReserve: boolean) => number
  /** Takes a permit for a request that is being sent. */
  readonly acquire: (request: HttpRequest) => Permit
  /** Call this when a request got a response. */
  readonly recordResponse: () => void
  /**
   * Call this after a 429: no request is sent for the wait that the service requests or, without one, for a wait that
   * doubles with each 429.
   */
  readonly startCoolDown: (requestedWait: Option<number>) => void
  /** Call this after a response that says that no request is left: no request is sent for `ms` milliseconds. */
  readonly closeFor: (ms: number) => void
  /** Milliseconds until the cool-down ends; 0 without one. */
  readonly coolDown: () => number
  /** Call this with each request before it takes a permit or waits for one. */
  readonly noteRequest?: (request: HttpRequest) => void
  /** Call this with the waiting requests, whenever they may have changed. */
  readonly noteWaiting?: (interactive: Waiters, background: Waiters) => void
}

/** A rate limiter that counts its permits itself. */
export interface LocalRateLimiter extends RateLimiter {
  readonly acquire: () => Permit
  /** Whether no request is in flight, and earlier cool-downs no longer count. */
  readonly isIdle: () => boolean
  /** When the permits of finished requests return: the only state of an idle limiter. */
  readonly returns: () => ReadonlyArray<number>
}

/** Cool-downs in a row count for this many milliseconds after the last one. */
const refusalsCountFor = 10 * 60_000

const unlimited: RequestLimit = { requests: Number.MAX_SAFE_INTEGER, per: 0 }

/** How cool-downs grow if the service does not say how long to wait. */
export const coolDownBackoff: BackoffConfig = { minDelay: 2000, maxDelay: 60_000 }

/** How many permits are reserved for interactive requests. */
export const reservedPermits = (requests: number): number => Math.min(Math.ceil(requests / 10), requests - 1)

/** Allows `requests` in any window of `per` milliseconds; without a limit, it only enforces cool-downs. */
export const rateLimiter = (
  clock: Clock,
  random: () => number,
  scope: BudgetScope,
  { requests, per } = unlimited,
  earlierReturns: ReadonlyArray<number> = [],
): LocalRateLimiter => {
  /** The times at which the permits of finished requests return, the earliest first. */
  const returns: Array<number> = [...earlierReturns]
  let inFlight = 0
  /** The maximum number of requests in flight: 1 after a cool-down, then 1 more after each full round of responses. */
  let maxInFlight = Infinity
  let opensAt = -Infinity
  /** How many cool-downs in a row started without a wait from the service. */
  let refusals = 0

  const remaining = (): number => {
    if (returns.length > 0) {
      const now = clock.monotonic()
      let returned = 0
      while ((returns[returned] ?? Infinity) <= now) returned++
      if (returned > 0) returns.splice(0, returned)
    }
    return requests - inFlight - returns.length
  }
  const coolDown = (): number => Math.max(opensAt - clock.monotonic(), 0)

  const permit: Permit = {
    release: (arrivesBy) => {
      inFlight--
      const returnAt = arrivesBy + per
      if (per === 0 || returnAt <= clock.monotonic()) return
      let index = returns.length
      while (index > 0 && (returns[index - 1] as number) > returnAt) index--
      returns.splice(index, 0, returnAt)
    },
  }

  return {
    scope,
    remaining,
    coolDown,
    availableAt: (keepsReserve) => {
      if (coolDown() > 0) return opensAt
      if (inFlight >= maxInFlight) return Infinity
      const minimum = keepsReserve ? reservedPermits(requests) : 0
      return remaining() > minimum ? -Infinity : (returns[0] ?? Infinity)
    },
    acquire: () => {
      inFlight++
      return permit
    },
    recordResponse: () => {
      refusals = 0
      if (coolDown() === 0) maxInFlight += 1 / maxInFlight
    },
    startCoolDown: (requestedWait) => {
      const backoffWait = () => (coolDown() > 0 ? 0 : equalJitter(coolDownBackoff, refusals++, random))
      opensAt = Math.max(opensAt, clock.monotonic() + (isSome(requestedWait) ? requestedWait.value : backoffWait()))
      maxInFlight = 1
    },
    closeFor: (ms) => {
      opensAt = Math.max(opensAt, clock.monotonic() + ms)
    },
    isIdle: () => inFlight === 0 && opensAt + (refusals > 0 ? refusalsCountFor : 0) <= clock.monotonic(),
    returns: () => {
      remaining()
      return returns
    },
  }
}
