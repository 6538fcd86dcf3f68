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
import { requestedWait } from '../retryAfter.js'

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }
/** The minimum wait in milliseconds, so that a watcher sends at most ten requests a second. */
const minWaitMs = 100

/**
 * The wait of a watcher after an error and `failures` earlier errors, in milliseconds: full jitter up to a minute, but
 * never less than the service requests. If the service requests any wait, it is at least a second.
 */
export const watcherWait = (error: ClientError, failures: number, random: () => number): number =>
  // #sabotage: watcher-wait
  Math.max(minWaitMs, requestedWait(error, backoff.minDelay), fullJitter(backoff, failures, random))

/** Sends a watcher's request with background priority, and retries it after every transient error, without a limit. */
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
