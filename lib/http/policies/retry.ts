import { retry as retryWhen, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { Emit } from '../../base/event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import type { Policy } from '../Http.js'
import { requestedWait } from '../retryAfter.js'

/** How often, and how soon, an idempotent request is sent again after a transient error. */
export interface RetryConfig extends BackoffConfig {
  /** The number of retries; 0 for none. */
  readonly count: number
}

/**
 * The maximum wait of an interactive request, in milliseconds. If a retry would have to wait longer, the caller gets
 * the error with its `retryAfter`.
 */
export const maxRequestWait = 60 * 60 * 1000

/** Whether the request has already waited for a token or a permit, or was refused because the queue is full. */
const hasWaited = (error: ClientError): boolean =>
  error._tag === 'TokenUnavailable' || (error._tag === 'RequestNotSent' && error.reason !== 'circuit')

/**
 * Retries idempotent requests after transient errors, with full jitter and never before the time in `Retry-After`. A
 * request is not retried if the queue was full, or if it has already waited for a permit or a token.
 */
export const retry =
  (clock: Clock, random: () => number, emit: Emit, { count, ...backoff }: RetryConfig): Policy =>
  (next) =>
  (request) =>
    request.idempotent
      ? next(request).pipe(
          retryWhen({
            count,
            delay: (error: unknown, failures) => {
              if (!isTransient(error) || hasWaited(error) || requestedWait(error) > maxRequestWait)
                return throwError(() => error)
              // #sabotage: retry-asked-wait
              const wait = Math.max(requestedWait(error), fullJitter(backoff, failures - 1, random))
              emit(request, () => ({ _tag: 'Retried', error, attempt: failures, delay: wait }))
              request.onWait?.(wait)
              return delay(clock, wait)
            },
          }),
        )
      : next(request)
