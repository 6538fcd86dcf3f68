import { map, merge, take } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'

/** Gives an attempt `request.timeout` milliseconds for its whole answer, then aborts it. */
export const timeout =
  (clock: Clock): Policy =>
  (next) =>
  (request) => {
    const expired = delay(clock, request.timeout).pipe(
      map(() => {
        throw new TimeoutError(request)
      }),
    )
    return merge(next(request), expired).pipe(take(1))
  }
