import type { ObservableInput } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import type { Emit } from '../../event/eventHub.js'
import type { Limit } from '../../profile/limits.js'
import type { Priority } from '../HttpRequest.js'
import type { RateLimiter } from './rateLimiter.js'

/**
 * What a client asks a {@link PermitSource} for.
 *
 * - `count`: how many permits at most, 1 to 20.
 * - `priority`: `background` leaves a tenth of the permits, rounded up but never all, to `interactive`.
 * - `hold`: milliseconds for which the client may use them.
 */
export interface PermitAsk {
  readonly count: number
  readonly priority: Priority
  readonly hold: number
}

/**
 * What a {@link PermitSource} lends.
 *
 * - `permits`: an id for each permit, which names this loan of it: no two loans have one in common.
 * - `wait`: milliseconds until it may have more, as far as it knows; 0 where it has.
 * - `coolDown`: milliseconds until it lends again after a 429; 0 without one.
 * - `remaining`: how many permits are left.
 */
export interface PermitLoan {
  readonly permits: ReadonlyArray<string>
  readonly wait: number
  readonly coolDown: number
  readonly remaining: number
}

/**
 * A permit that comes back.
 *
 * - `permit`: its id.
 * - `arrivesIn`: milliseconds in which its request may still reach the service, 0 for one that has; left out where none was
 *   sent with it.
 */
export interface ReturnedPermit {
  readonly permit: string
  readonly arrivesIn?: number
}

/**
 * Where clients that share the limit of an application get its permits, in however many processes they are;
 * `permitSourceLaws` of `rxbank/node` are these rules as tests.
 *
 * A permit that is lent is nobody else's until it is given back, or else until `hold` and one window (`limit.per`) have
 * passed since it was lent: so what a process held that died comes back by itself. One that is given back is free at once
 * where nothing was sent, else one window after `arrivesIn`. Who gives back what is not theirs any more changes nothing.
 *
 * Each function gives one Observable or Promise. It begins nothing before that is subscribed to, as far as it can.
 *
 * - `limit`: at most `requests` in any `per` milliseconds.
 * - `lend`: emits one loan, at once, of what is free now; its first value counts.
 * - `giveBack`: completes once they are given back; what it emits is ignored.
 * - `coolDown`: lends nothing for so many milliseconds, to nobody; an end that is already later stays. After it at most
 *   five permits are lent in the first second, then about twice as many in each further one. Completes once all who ask
 *   from then on are told.
 */
export interface PermitSource {
  readonly limit: Limit
  readonly lend: (ask: PermitAsk) => ObservableInput<PermitLoan>
  readonly giveBack: (permits: ReadonlyArray<ReturnedPermit>) => ObservableInput<unknown>
  readonly coolDown: (ms: number) => ObservableInput<unknown>
}

/** What the rate limiter of a client is made of. */
export interface LimiterParts {
  readonly clock: Clock
  readonly random: () => number
  readonly emit: Emit
  /** Sends the requests that wait, as far as there are permits. */
  readonly drain: () => void
}

/** A {@link PermitSource} that clients can take their permits from: what `permits` of a client's config is given. */
export interface SharedPermits extends PermitSource {
  /** @internal */
  readonly limiter: (parts: LimiterParts) => RateLimiter
}
