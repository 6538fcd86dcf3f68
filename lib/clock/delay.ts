import { Observable } from 'rxjs'
import type { Clock } from './Clock.js'

/** The longest delay that a platform timer keeps; beyond it `setTimeout` fires at once. */
const longest = 2 ** 31 - 1

/** How a timer behaves on Node. */
export interface DelayConfig {
  /** Whether the timer keeps the process alive; default `true`. */
  readonly keepAlive?: boolean
}

interface Unrefable {
  readonly id?: { readonly unref?: () => void }
}

/**
 * Emits once after `ms` milliseconds and completes: the one place where timers are armed.
 *
 * Cold. Unsubscribing clears the timer. `Infinity` and what exceeds a platform's longest timer are waited for in parts;
 * a negative number or `NaN` is an error at once, never a timer that fires at once.
 */
export const delay = (clock: Clock, ms: number, { keepAlive = true }: DelayConfig = {}): Observable<void> =>
  new Observable((subscriber) => {
    if (!(ms >= 0)) {
      subscriber.error(new RangeError('delay: a number of milliseconds, 0 or more'))
      return
    }
    const arm = (left: number): void => {
      const part = Math.min(left, longest)
      const timer = clock.scheduler.schedule(() => {
        subscriber.remove(timer)
        if (left > longest) {
          arm(left - part)
        } else {
          subscriber.next()
          subscriber.complete()
        }
      }, part)
      subscriber.add(timer)
      if (!keepAlive) (timer as Unrefable).id?.unref?.()
    }
    arm(ms)
  })
