import { none, some } from 'fp-ts/lib/Option.js'
import { defer, retry, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import type { ClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { EventWatcher } from '../../base/event/ClientEvent.js'
import type { Emit } from '../../base/event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import type { Policy } from '../Http.js'
import { requestedWait } from '../requestedWait.js'

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }
/** The minimum wait in milliseconds, however small the jitter: ten requests a second at most. */
const minWaitMs = 100

/**
 * How long a watcher waits after a failure that follows `failures` others: full jitter up to a minute, never less than
 * the service asked for, and at least a second if it asked at all.
 */
export const watcherWait = (error: ClientError, failures: number, random: () => number): number =>
  // #sabotage: watcher-wait
  Math.max(minWaitMs, requestedWait(error, backoff.minDelay), fullJitter(backoff, failures, random))

/** Retries a watcher's request after every transient error, without end, as a background request. */
export const retryForever =
  (clock: Clock, random: () => number, emit: Emit, eventWatcher: EventWatcher): Policy =>
  (next) =>
  (request) =>
    defer(() => next({ ...request, priority: 'background', eventWatcher })).pipe(
      retry({
        delay: (error: unknown, attempt) => {
          if (!isTransient(error)) return throwError(() => error)
          const wait = watcherWait(error, attempt - 1, random)
          const { watcher } = eventWatcher
          emit({ ...request, eventWatcher }, () => ({
            _tag: 'Polled',
            watcher,
            error: some(error),
            delay: wait,
            checkpoint: none,
          }))
          return delay(clock, wait)
        },
      }),
    )
