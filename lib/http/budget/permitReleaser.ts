import { defer, from, type Observable, type ObservableInput, Subscription, takeUntil } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { responseTimeout } from './permitLeases.js'
import type { PermitSource } from './PermitSource.js'

/** Gives permits back to their source. */
export interface PermitReturner {
  /**
   * Gives a permit back. `arrivesBy` is the latest time at which its request may reach the service, `-Infinity` if no
   * request was sent with it.
   */
  readonly release: (permit: string, arrivesBy: number) => void
}

/** The milliseconds for which permits are collected, so that one call gives several back. */
const returnDelay = 50

/** Calls a source. Completes if the source does not answer in time. */
export const callSource = (clock: Clock, call: () => ObservableInput<unknown>): Observable<unknown> =>
  defer(() => from(call())).pipe(ignoreTeardownErrors, takeUntil(delay(clock, responseTimeout)))

/**
 * Gives permits back to a source, several by one call. If a call fails, the source frees these permits after some time,
 * as it does for a process that died.
 */
export const permitReleaser = (clock: Clock, source: PermitSource): PermitReturner => {
  let returned: Array<{ readonly permit: string; readonly arrivesBy: number }> = []
  let timer = Subscription.EMPTY

  const flush = (): void => {
    timer = Subscription.EMPTY
    const now = clock.monotonic()
    const permits = returned.map(({ permit, arrivesBy }) =>
      arrivesBy === -Infinity ? { permit } : { permit, arrivesIn: Math.max(0, arrivesBy - now) },
    )
    returned = []
    callSource(clock, () => source.release(permits)).subscribe({ error: () => undefined })
  }

  return {
    release: (permit, arrivesBy) => {
      returned.push({ permit, arrivesBy })
      if (timer.closed) timer = delay(clock, arrivesBy === -Infinity ? 0 : returnDelay).subscribe(flush)
    },
  }
}
