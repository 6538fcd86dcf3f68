import { defer, from, type Observable, type ObservableInput, Subscription, takeUntil } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { answerTimeout } from './lender.js'
import type { PermitSource } from './PermitSource.js'

/** Gives permits back to their source. */
export interface Returns {
  /**
   * Gives a permit back. `arrivesBy` is the latest time at which its request may reach the service, `-Infinity` if no
   * request was sent with it.
   */
  readonly add: (permit: string, arrivesBy: number) => void
}

/** How many milliseconds a permit waits for others, so that one call gives them back. */
const returnDelay = 50

/** Runs a call of a source. If it does not end in time, completes and unsubscribes. */
export const work = (clock: Clock, begin: () => ObservableInput<unknown>): Observable<unknown> =>
  defer(() => from(begin())).pipe(takeUntil(delay(clock, answerTimeout)))

/**
 * Creates the way back to a source, which gives several permits back by one call. If a call fails, its permits become
 * free after some time, as those of a process that died.
 */
export const returns = (clock: Clock, source: PermitSource): Returns => {
  let waiting: Array<{ readonly permit: string; readonly arrivesBy: number }> = []
  let timer = Subscription.EMPTY

  const flush = (): void => {
    timer = Subscription.EMPTY
    const now = clock.monotonic()
    const permits = waiting.map(({ permit, arrivesBy }) =>
      arrivesBy === -Infinity ? { permit } : { permit, arrivesIn: Math.max(0, arrivesBy - now) },
    )
    waiting = []
    work(clock, () => source.giveBack(permits)).subscribe({ error: () => undefined })
  }

  return {
    add: (permit, arrivesBy) => {
      waiting.push({ permit, arrivesBy })
      if (timer.closed) timer = delay(clock, arrivesBy === -Infinity ? 0 : returnDelay).subscribe(flush)
    },
  }
}
