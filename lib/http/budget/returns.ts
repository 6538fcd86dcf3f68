import { defer, from, type Observable, type ObservableInput, Subscription, takeUntil } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import { answerTimeout } from './lender.js'
import type { PermitSource } from './PermitSource.js'

/** Permits that go back to their source. */
export interface Returns {
  /** Gives back one that a request was sent with, which may arrive up to `arrivesBy`; `-Infinity` where none was sent. */
  readonly add: (permit: string, arrivesBy: number) => void
}

/** Milliseconds for which permits that come back are collected. */
const collected = 50

/** Work of a source, which is given up where it does not end in time. */
export const work = (clock: Clock, begin: () => ObservableInput<unknown>): Observable<unknown> =>
  defer(() => from(begin())).pipe(takeUntil(delay(clock, answerTimeout)))

/**
 * Gives permits back, many at once. Where that fails, they come back by themselves, as those of a process that died do.
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
      if (timer.closed) timer = delay(clock, arrivesBy === -Infinity ? 0 : collected).subscribe(flush)
    },
  }
}
