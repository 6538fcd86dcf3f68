import type { Clock } from '../../clock/Clock.js'
import { arm } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { staged } from './stage.js'

/** Gives an attempt `request.timeout` milliseconds for its whole answer, then aborts it. Who is told has no timer armed. */
export const timeout = (clock: Clock): Policy =>
  staged((request, fail) => {
    const timer = arm(clock, request.timeout, () => fail(new TimeoutError(request)))
    const end = <A>(told: A): A => {
      timer.unsubscribe()
      return told
    }
    return { next: end, error: end, end: () => timer.unsubscribe() }
  })
