import type { ObservableInput } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import type { Emit } from '../../base/event/eventHub.js'
import type { RequestLimit } from '../../service/profile/rateLimits.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import type { RateLimiter } from './rateLimiter.js'

/** The codec of the option `permits`. */
export const permits = /* @__PURE__ */ methodsCodec<SharedPermits>(
  'permits, such as those of sharedPermits()',
  'createLimiter',
)

/**
 * A client's request to a {@link PermitSource}.
 *
 * - `count`: the maximum number of permits, 1 to 20.
 * - `priority`: the priority of the requests. A tenth of all permits, rounded up but never all, is reserved for
 *   `interactive`.
 * - `hold`: the milliseconds for which the client may use the permits.
 */
export interface PermitRequest {
  readonly count: number
  readonly priority: Priority
  readonly hold: number
}

/**
 * What a {@link PermitSource} leases.
 *
 * - `permits`: an id for each permit. A permit gets a new id each time that it is leased.
 * - `wait`: the milliseconds until there may be more permits, as far as the source knows; 0 if it leased all requested
 *   permits.
 * - `coolDown`: milliseconds until the cool-down after a 429 ends; 0 without one.
 * - `remaining`: how many permits are left.
 */
export interface PermitLease {
  readonly permits: ReadonlyArray<string>
  readonly wait: number
  readonly coolDown: number
  readonly remaining: number
}

/**
 * A permit that is given back.
 *
 * - `permit`: its id.
 * - `arrivesIn`: the milliseconds within which the permit's request may still reach the service; 0 after a response;
 *   missing if no request was sent with the permit.
 */
export interface ReleasedPermit {
  readonly permit: string
  readonly arrivesIn?: number
}

/**
 * Leases the permits of an application to clients that share its limit, in any number of processes.
 *
 * The source does not lease a permit again before the client has given it back. A permit that never comes back is free
 * again after `hold` and one window (`limit.per`), so the permits of a dead process are not lost. A permit that was
 * given back is free at once if no request was sent with it, and otherwise one window after `arrivesIn`. Giving back a
 * permit that is free or leased again changes nothing.
 *
 * Each function returns an Observable or a Promise. An Observable should do nothing before it is subscribed to.
 *
 * - `limit`: at most `requests` in any `per` milliseconds.
 * - `lease`: emits a lease of free permits at once; the first value counts.
 * - `release`: completes when the source has the permits back; its values are ignored.
 * - `coolDown`: makes the source lease no permits for this number of milliseconds, unless another cool-down ends later.
 *   In the first second after it the source leases at most five permits, then about twice as many in each further
 *   second. Completes when it applies to all later calls of `lease`.
 */
export interface PermitSource {
  readonly limit: RequestLimit
  readonly lease: (ask: PermitRequest) => ObservableInput<PermitLease>
  readonly release: (permits: ReadonlyArray<ReleasedPermit>) => ObservableInput<unknown>
  readonly coolDown: (ms: number) => ObservableInput<unknown>
}

/**
 * How all processes together use the permits of an application. The numbers of leased, spent and free permits add up to
 * the limit.
 *
 * - `limit`: at most `requests` in any `per` milliseconds.
 * - `leased`: permits that clients hold, for requests that wait or are in flight; also permits of dead processes.
 * - `spent`: permits of finished requests; each is free one window later.
 * - `free`: permits that can be leased. During a cool-down none of them is leased, and after it few at first.
 * - `coolDown`: milliseconds until the cool-down after a 429 ends; 0 without one.
 * - `processes`: the number of processes that have borrowed the leased and the spent permits.
 */
export interface PermitStatus {
  readonly limit: RequestLimit
  readonly leased: number
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
  /** Emits `BudgetChanged` for the limiter, as an event of the request. */
  readonly emitBudget: (request: HttpRequest) => void
  /** Sends the waiting requests for which there are permits. */
  readonly drain: () => void
}

/** The value of the option `permits` of a client; {@link sharedPermits} creates it from a {@link PermitSource}. */
export interface SharedPermits extends PermitSource {
  /** @internal */
  readonly createLimiter: (parts: LimiterParts) => RateLimiter
}
