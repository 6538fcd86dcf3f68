import { isSome } from 'fp-ts/lib/Option.js'
import type { ClientError } from '../error/ClientError.js'

/** The milliseconds that the service asked to wait with its refusal, taken as `least` or more; 0 if it did not ask. */
export const waitAsked = (error: ClientError, least = 0): number =>
  error._tag === 'StatusError' && isSome(error.retryAfter) ? Math.max(error.retryAfter.value, least) : 0
