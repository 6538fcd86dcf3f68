import { isSome } from 'fp-ts/lib/Option.js'
import type { ClientError } from '../base/error/ClientError.js'

/** The milliseconds that an error asks to wait in its `retryAfter`, at least `minimumMs`; 0 if it asks for no wait. */
export const requestedWait = (error: ClientError, minimumMs = 0): number =>
  (error._tag === 'StatusError' || error._tag === 'RequestNotSent') && isSome(error.retryAfter)
    ? Math.max(error.retryAfter.value, minimumMs)
    : 0
