import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'
import { staged } from './stage.js'

/** Gives an attempt `request.timeout` milliseconds for its whole answer, then aborts it. */
export const timeout = (clock: Clock): Policy =>
  staged((request, fail) => {
    const timer = delay(clock, request.timeout).subscribe(() => fail(new TimeoutError(request)))
    return { end: () => timer.unsubscribe() }
  })
