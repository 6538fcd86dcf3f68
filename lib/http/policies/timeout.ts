import type { Clock } from '../../clock/Clock.js'
import { within } from '../../clock/within.js'
import { TimeoutError } from '../../error/TimeoutError.js'
import type { Policy } from '../Http.js'

/** Gives an attempt `request.timeout` milliseconds for its whole answer, then aborts it. */
export const timeout =
  (clock: Clock): Policy =>
  (next) =>
  (request) =>
    next(request).pipe(within(clock, request.timeout, () => new TimeoutError(request)))
