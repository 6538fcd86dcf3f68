import type { Clock } from '../../clock/Clock.js'
import { arm } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { intercept } from './intercept.js'

/**
 * Aborts an attempt whose answer is not complete after `request.timeout` milliseconds. The timer is cleared before the
 * outcome is passed on.
 */
export const timeout = (clock: Clock): Policy =>
  intercept((request, fail) => {
    const timer = arm(clock, request.timeout, () => fail(new TimeoutError(request)))
    const end = <A>(told: A): A => {
      timer.unsubscribe()
      return told
    }
    return { next: end, error: end, end: () => timer.unsubscribe() }
  })
