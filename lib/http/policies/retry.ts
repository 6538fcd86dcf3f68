import { Observable } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import type { ClientError } from '../../error/ClientError.js'
import { isTransient } from '../../error/isTransient.js'
import type { Emit } from '../../event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import { follow } from '../follow.js'
import type { Policy } from '../Http.js'
import { waitAsked } from '../waitAsked.js'

/** How often, and how soon, a safe request that met a passing failure is sent again. */
export interface RetryConfig extends BackoffConfig {
  /** Attempts after the first; 0 never tries again. */
  readonly count: number
}

/** A request that somebody waits for does not wait for longer: the error is the caller's, with its `retryAfter`. */
export const patience = 60 * 60 * 1000

/** Whether there has been a wait already, or there is no room for one. */
const isWaitedFor = (error: ClientError): boolean =>
  error._tag === 'TokenUnavailable' || (error._tag === 'RequestWithheld' && error.reason !== 'circuit')

/**
 * Sends safe requests again after the network, a time-out, 408, 425, 429 and 5xx, with full jitter. `Retry-After` is a
 * floor: never earlier than the service asked. What was withheld for want of room, or has waited, is not sent again.
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
            follow(source, subscriber, {
              error: (error) => {
                if (
                  ++failures > config.count ||
                  !isTransient(error) ||
                  isWaitedFor(error) ||
                  waitAsked(error) > patience
                )
                  throw error
                const wait = Math.max(waitAsked(error), fullJitter(config, failures - 1, random))
                emit(request, () => ({ _tag: 'Retried', error, attempt: failures, delay: wait }))
                follow(delay(clock, wait), subscriber, { next: attempt, complete: () => undefined })
              },
            })
          attempt()
        })
