import { Observable, Subscription } from 'rxjs'
import type { Clock } from './Clock.js'
import { startTimer } from './delay.js'
import { addMs, now, msUntil } from './Moment.js'
import { wakes } from './wakes.js'

/** How often the wall clock is checked, in milliseconds; every fifth of the wait if that is longer. */
const minCheckInterval = 30_000

/**
 * Emits once when `ms` milliseconds have elapsed by either clock, and completes.
 *
 * Cold. A wall clock that is set back delays nothing. While a machine sleeps its timers stand still, but its wall clock
 * goes on. That is noticed at the next hint of `clock.wake$`, or else within half a minute, or within a fifth of the wait
 * if that is more: so long waits of many subscribers, which a sleep has outlasted, do not all end together.
 */
export const delayByEitherClock = (clock: Clock, ms: number): Observable<void> =>
  new Observable((subscriber) => {
    const end = addMs(now(clock), ms)
    const maxTimer = Math.max(minCheckInterval, ms / 5)
    let timer = Subscription.EMPTY
    const completeAtEnd = (): void => {
      if (msUntil(end, clock) > 0) return
      subscriber.next()
      subscriber.complete()
    }
    const wait = (remaining: number): void => {
      timer = startTimer(clock, Math.min(remaining, maxTimer), () => {
        completeAtEnd()
        // The clocks have gone on since they were read, so the rest may be below 0 by now.
        if (!subscriber.closed) wait(Math.max(msUntil(end, clock), 0))
      })
    }
    wait(ms)
    const hints = clock.wake$ && wakes(clock).subscribe(completeAtEnd)
    return () => {
      timer.unsubscribe()
      hints?.unsubscribe()
    }
  })
