import { Observable, Subscription } from 'rxjs'
import type { Clock } from './Clock.js'
import { arm } from './delay.js'
import { after, now, until } from './Moment.js'
import { wakes } from './wakes.js'

/** How often a wait looks at the wall clock, unless it is so long that a fifth of it is more. */
const tick = 30_000

/**
 * Emits once when either clock has gone on by `ms` milliseconds, and completes.
 *
 * Cold. A wall clock that is set back delays nothing. That it has gone on while the timers stood still, as in a
 * machine's sleep, is seen at a wake of the clock, or within half a minute, or a fifth of the wait if that is longer: so
 * those who wait for long do not all end together.
 */
export const rest = (clock: Clock, ms: number): Observable<void> =>
  new Observable((subscriber) => {
    const end = after(now(clock), ms)
    const part = Math.max(tick, ms / 5)
    let timer = Subscription.EMPTY
    const look = (): void => {
      if (until(end, clock) > 0) return
      subscriber.next()
      subscriber.complete()
    }
    const wait = (left: number): void => {
      timer = arm(clock, Math.min(left, part), () => {
        look()
        // Time goes on between two looks.
        if (!subscriber.closed) wait(Math.max(until(end, clock), 0))
      })
    }
    wait(ms)
    const hints = clock.wake$ && wakes(clock).subscribe(look)
    return () => {
      timer.unsubscribe()
      hints?.unsubscribe()
    }
  })
