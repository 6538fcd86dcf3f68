import type { Clock } from '../../base/clock/Clock.js'
import { arm } from '../../base/clock/delay.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { Emit } from '../../base/event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import type { Policy } from '../Http.js'
import type { HttpResponse } from '../HttpResponse.js'
import { relay, type RelayHandlers, RelaySource } from '../relay.js'
import { waitAsked } from '../waitAsked.js'

/** How often, and how soon, a safe request is sent again after a transient error. */
export interface RetryConfig extends BackoffConfig {
  /** The number of retries; 0 for none. */
  readonly count: number
}

/**
 * The longest wait of an interactive request, in milliseconds. If a retry would come later, the caller gets the error
 * instead, with its `retryAfter`.
 */
export const longestRequestWait = 60 * 60 * 1000

/** Whether the request has already waited, or was refused because the queue is full. */
const hasWaited = (error: ClientError): boolean =>
  error._tag === 'TokenUnavailable' || (error._tag === 'RequestWithheld' && error.reason !== 'circuit')

/**
 * Retries safe requests after network errors, time-outs, 408, 409, 423, 425, 429, 5xx and answers that are not the service's, with
 * full jitter and never before the `Retry-After`. A request that was withheld because the queue is full, or that has already waited, is not retried.
 */
export const retry =
  (clock: Clock, random: () => number, emit: Emit, config: RetryConfig): Policy =>
  (next) =>
  (request) =>
    !request.safe
      ? next(request)
      : new RelaySource((subscriber) => {
          const source = next(request)
          let failures = 0
          const handlers: RelayHandlers<HttpResponse> = {
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
              subscriber.add(arm(clock, wait, () => relay(source, subscriber, handlers)))
            },
          }
          relay(source, subscriber, handlers)
        })
