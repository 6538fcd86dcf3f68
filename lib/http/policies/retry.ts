import { Observable } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import type { ClientError } from '../../error/ClientError.js'
import { isTransient } from '../../error/isTransient.js'
import type { Emit } from '../../event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import type { Policy } from '../Http.js'
import { relay } from '../relay.js'
import { waitAsked } from '../waitAsked.js'

/** How often, and how soon, a safe request is sent again after a transient error. */
export interface RetryConfig extends BackoffConfig {
  /** Attempts after the first; 0 never tries again. */
  readonly count: number
}

/**
 * Milliseconds that an interactive request waits at most; where it would take longer, the caller gets the error, with
 * its `retryAfter`.
 */
export const longestRequestWait = 60 * 60 * 1000

/** Whether the request has waited already, or was refused because too many wait. */
const hasWaited = (error: ClientError): boolean =>
  error._tag === 'TokenUnavailable' || (error._tag === 'RequestWithheld' && error.reason !== 'circuit')

/**
 * Sends safe requests again after the network, a time-out, 408, 425, 429 and 5xx, with full jitter. `Retry-After` is a
 * lower bound: never earlier than the service asked. A request that was withheld because too many wait, or that has
 * waited already, is not sent again.
 */
export const retry =
  (clock: Clock, random: () => number, emit: Emit, config: RetryConfig): Policy =>
  (next) =>
  (request) =>
    !request.safe
      ? next(request)
      : new Observable((subscriber) => {
          const source = next(request)
          let failures = 0
          const attempt = (): void =>
            relay(source, subscriber, {
              error: (error) => {
                if (
                  ++failures > config.count ||
                  !isTransient(error) ||
                  hasWaited(error) ||
                  waitAsked(error) > longestRequestWait
                )
                  throw error
                // #sabotage: retry-asked-wait
                const wait = Math.max(waitAsked(error), fullJitter(config, failures - 1, random))
                emit(request, () => ({ _tag: 'Retried', error, attempt: failures, delay: wait }))
                relay(delay(clock, wait), subscriber, { next: attempt, complete: () => undefined })
              },
            })
          attempt()
        })
