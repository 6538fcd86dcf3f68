import type { Subscription } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { arm } from '../../base/clock/delay.js'
import { TimeoutError } from '../../base/error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { intercept } from './intercept.js'

/** Clears the timer of an attempt before its outcome is passed on. */
function clear<A>(this: { readonly timer: Subscription }, told: A): A {
  this.timer.unsubscribe()
  return told
}

/** Aborts an attempt whose answer is not complete after `request.timeout` milliseconds. */
export const timeout = (clock: Clock): Policy =>
  intercept((request, fail) => {
    const timer = arm(clock, request.timeout, () => fail(new TimeoutError(request)))
    return { timer, next: clear, error: clear, end: clear }
  })
