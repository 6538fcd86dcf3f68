import type { Clock } from '../../base/clock/Clock.js'
import { startTimer } from '../../base/clock/delay.js'
import { TimeoutError } from '../../base/error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { intercept } from './intercept.js'

/** Aborts an attempt whose response is not complete after `request.timeout` milliseconds. */
export const timeout = (clock: Clock): Policy =>
  intercept((request, fail) => {
    const timer = startTimer(clock, request.timeout, () => fail(new TimeoutError(request)))
    const clear = <A>(outcome: A): A => {
      timer.unsubscribe()
      return outcome
    }
    return { next: clear, error: clear, end: clear }
  })
