import { Observable, Subscription } from 'rxjs'
import type { Clock } from './Clock.js'

/** The longest delay of a platform timer, in milliseconds; for a longer one `setTimeout` fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** How a timer behaves on Node. */
export interface DelayConfig {
  /** Whether the timer keeps the process alive; default `true`. */
  readonly keepAlive?: boolean
}

interface Unrefable {
  readonly id?: { readonly unref?: () => void }
}

/**
 * Calls `work` once after `ms` milliseconds; every timer of the client starts here. Unsubscribing clears the timer. Throws
 * for a negative number and `NaN`, because a platform timer would fire at once.
 */
export const startTimer = (clock: Clock, ms: number, work: () => void, config: DelayConfig = {}): Subscription => {
  if (!(ms >= 0)) throw new RangeError('delay: a number of milliseconds, 0 or more')
  if (ms > maxTimerMs) {
    const timers = new Subscription()
    timers.add(
      startTimer(clock, maxTimerMs, () => timers.add(startTimer(clock, ms - maxTimerMs, work, config)), config),
    )
    return timers
  }
  const timer = clock.scheduler.schedule(work, ms)
  if (config.keepAlive === false) (timer as Unrefable).id?.unref?.()
  return timer
}

/**
 * Emits once after `ms` milliseconds and completes.
 *
 * Cold. A delay that is too long for one platform timer uses several. A negative number or `NaN` is an error. Unsubscribing
 * clears the timer.
 */
export const delay = (clock: Clock, ms: number, config?: DelayConfig): Observable<void> =>
  new Observable((subscriber) => {
    const emit = (): void => {
      subscriber.next()
      subscriber.complete()
    }
    // #sabotage: timer-cleared
    subscriber.add(startTimer(clock, ms, emit, config))
  })
