import { Observable, Subscription } from 'rxjs'
import type { Clock } from './Clock.js'
import { startTimer } from './delay.js'
import { addMs, msUntil, now } from './Moment.js'
import { wakes } from './wakes.js'

/** The milliseconds between two checks of the wall clock; for a long wait, a fifth of it. */
const minCheckInterval = 30_000

/**
 * Emits once when `ms` milliseconds have elapsed by either clock, and completes.
 *
 * Cold. Setting the wall clock back delays nothing. While a machine sleeps, its timers stand still and its wall clock goes
 * on. A sleep is noticed at the next hint of `clock.wakeUp$`. Without hints it is noticed within half a minute or a fifth of
 * the wait, whichever is longer, so that many long waits do not all end at the same time.
 */
export const delayByEitherClock = (clock: Clock, ms: number): Observable<void> =>
  new Observable((subscriber) => {
    const end = addMs(now(clock), ms)
    const checkInterval = Math.max(minCheckInterval, ms / 5)
    let timer = Subscription.EMPTY
    const completeAtEnd = (): void => {
      if (msUntil(end, clock) > 0) return
      subscriber.next()
      subscriber.complete()
    }
    const wait = (remaining: number): void => {
      timer = startTimer(clock, Math.min(remaining, checkInterval), () => {
        completeAtEnd()
        // Not below 0: time has passed since the clocks were last read.
        if (!subscriber.closed) wait(Math.max(msUntil(end, clock), 0))
      })
    }
    wait(ms)
    const hints = clock.wakeUp$ && wakes(clock).subscribe(completeAtEnd)
    return () => {
      timer.unsubscribe()
      hints?.unsubscribe()
    }
  })
