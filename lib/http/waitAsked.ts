import { isSome } from 'fp-ts/lib/Option.js'
import type { ClientError } from '../error/ClientError.js'

/** The milliseconds that a refusal asks to wait, taken as `least` or more; 0 if it does not ask. */
export const waitAsked = (error: ClientError, least = 0): number =>
  (error._tag === 'StatusError' || error._tag === 'RequestWithheld') && isSome(error.retryAfter)
    ? Math.max(error.retryAfter.value, least)
    : 0
