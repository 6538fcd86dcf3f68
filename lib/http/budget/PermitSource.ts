import type { ObservableInput } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { Limit } from '../../service/profile/rateLimits.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import type { RateLimiter } from './rateLimiter.js'

/**
 * What a client asks a {@link PermitSource} for.
 *
 * - `count`: the maximum number of permits, 1 to 20.
 * - `priority`: a tenth of the permits, rounded up but never all, is lent for `interactive` only, not for `background`.
 * - `hold`: for how many milliseconds the client may use the permits.
 */
export interface PermitRequest {
  readonly count: number
  readonly priority: Priority
  readonly hold: number
}

/**
 * What a {@link PermitSource} lends.
 *
 * - `permits`: an id for each permit that is lent. A permit has a new id each time that it is lent.
 * - `wait`: milliseconds until there may be more permits, as far as the source knows; 0 if all were lent that were asked
 *   for.
 * - `coolDown`: milliseconds until the cool-down after a 429 ends; 0 without one.
 * - `remaining`: how many permits are left.
 */
export interface PermitLoan {
  readonly permits: ReadonlyArray<string>
  readonly wait: number
  readonly coolDown: number
  readonly remaining: number
}

/**
 * A permit that is given back.
 *
 * - `permit`: its id.
 * - `arrivesIn`: the milliseconds within which its request may still reach the service; 0 if it has reached it; left out
 *   if no request was sent with the permit.
 */
export interface ReturnedPermit {
  readonly permit: string
  readonly arrivesIn?: number
}

/**
 * Lends the permits of an application to clients that share its limit, in any number of processes. `permitSourceLaws` of
 * `rxbank/node` tests the following rules.
 *
 * A permit that was lent is not lent again until it is given back. If it is not given back, it is free again when `hold`
 * and one window (`limit.per`) have passed since it was lent, so the permits of a process that died are not lost. A
 * permit that is given back is free at once if no request was sent with it, and otherwise one window after `arrivesIn`.
 * Giving back a permit that is free or lent again changes nothing.
 *
 * Each function returns an Observable or a Promise. An Observable should do nothing before it is subscribed to.
 *
 * - `limit`: at most `requests` in any `per` milliseconds.
 * - `lend`: emits at once a loan of permits that are free; the first value counts.
 * - `giveBack`: completes once the permits are given back; what it emits is ignored.
 * - `coolDown`: nothing is lent to any client for this number of milliseconds; a cool-down that ends later is not
 *   shortened. In the first second after it at most five permits are lent, then about twice as many in each further
 *   second. Completes once it applies to all later calls of `lend`.
 */
export interface PermitSource {
  readonly limit: Limit
  readonly lend: (ask: PermitRequest) => ObservableInput<PermitLoan>
  readonly giveBack: (permits: ReadonlyArray<ReturnedPermit>) => ObservableInput<unknown>
  readonly coolDown: (ms: number) => ObservableInput<unknown>
}

/**
 * How the permits of an application are used by all processes. The numbers of lent, spent and free permits add up to the
 * limit.
 *
 * - `limit`: at most `requests` in any `per` milliseconds.
 * - `lent`: permits that clients hold, for requests that wait or are in flight; also those of processes that have died.
 * - `spent`: permits of requests that have ended; each is free one window later.
 * - `free`: permits that can be lent. During a cool-down none of them is lent, and after it few at first.
 * - `coolDown`: milliseconds until the cool-down after a 429 ends; 0 without one.
 * - `processes`: the number of processes that have borrowed the lent and the spent permits.
 */
export interface PermitStatus {
  readonly limit: Limit
  readonly lent: number
  readonly spent: number
  readonly free: number
  readonly coolDown: number
  readonly processes: number
}

/** What the rate limiter of an application needs. */
export interface LimiterParts {
  readonly clock: Clock
  readonly random: () => number
  readonly emit: Emit
  /** Emits `BudgetChanged` about the limiter, as an event of the request. */
  readonly emitBudget: (request: HttpRequest) => void
  /** Sends the waiting requests for which there are permits. */
  readonly drain: () => void
}

/** A {@link PermitSource} for the option `permits` of a client; {@link sharedPermits} makes it. */
export interface SharedPermits extends PermitSource {
  /** @internal */
  readonly createLimiter: (parts: LimiterParts) => RateLimiter
}
