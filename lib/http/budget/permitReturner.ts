import { defer, from, type Observable, type ObservableInput, Subscription, takeUntil } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { answerTimeout } from './lender.js'
import type { PermitSource } from './PermitSource.js'

/** Gives permits back to their source. */
export interface PermitReturner {
  /**
   * Gives a permit back. `arrivesBy` is the latest time at which its request may reach the service, `-Infinity` if no
   * request was sent with it.
   */
  readonly giveBack: (permit: string, arrivesBy: number) => void
}

/** How many milliseconds a permit waits for others, so that one call gives them back. */
const returnDelay = 50

/** Runs a call of a source. If it does not end in time, completes and unsubscribes. */
export const callSource = (clock: Clock, call: () => ObservableInput<unknown>): Observable<unknown> =>
  defer(() => from(call())).pipe(takeUntil(delay(clock, answerTimeout)))

/**
 * Creates the way back to a source, which gives several permits back by one call. If a call fails, its permits become
 * free after some time, as those of a process that died.
 */
export const permitReturner = (clock: Clock, source: PermitSource): PermitReturner => {
  let waiting: Array<{ readonly permit: string; readonly arrivesBy: number }> = []
  let timer = Subscription.EMPTY

  const flush = (): void => {
    timer = Subscription.EMPTY
    const now = clock.monotonic()
    const permits = waiting.map(({ permit, arrivesBy }) =>
      arrivesBy === -Infinity ? { permit } : { permit, arrivesIn: Math.max(0, arrivesBy - now) },
    )
    waiting = []
    callSource(clock, () => source.giveBack(permits)).subscribe({ error: () => undefined })
  }

  return {
    giveBack: (permit, arrivesBy) => {
      waiting.push({ permit, arrivesBy })
      if (timer.closed) timer = delay(clock, arrivesBy === -Infinity ? 0 : returnDelay).subscribe(flush)
    },
  }
}
