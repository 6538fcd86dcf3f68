import { getOrElse, isSome } from 'fp-ts/lib/Option.js'
import { isClientError } from '../error/ClientError.js'
import { isTransient } from '../error/isTransient.js'
import type { StatusError } from '../error/StatusError.js'
import { Refusal } from './Refusal.js'

const soon = 1000
const later = 5000

/** What a browser is told where it is not the service that failed. */
export const broken = new Refusal(500, 'gateway_failed', 'The gateway failed; its log says why.')

/** What proves who asks, here and by the way: it is the gateway's own, and says nothing of who is logged in. */
const ofGateway = new Set([401, 407])

/** What the service refused, it refused. */
const toldByService = ({ status, type, retryAfter }: StatusError): Refusal => {
  const isRefusal = status >= 400 && status < 500 && !ofGateway.has(status)
  const wait = isSome(retryAfter) ? retryAfter.value : status === 429 ? soon : undefined
  return isRefusal
    ? new Refusal(status, getOrElse(() => 'refused')(type), 'The service refused the request.', wait)
    : new Refusal(502, getOrElse(() => 'service_failed')(type), 'The service failed.', wait)
}

/** What a browser is told of a failure: of the service's own words the type alone, of anything else nothing. */
export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (!isClientError(error)) return broken
  switch (error._tag) {
    case 'StatusError':
      return toldByService(error)
    case 'AuthenticationError':
      return new Refusal(403, getOrElse(() => 'user_refused')(error.type), 'The service does not let this user in.')
    case 'RequestWithheld':
      return new Refusal(429, 'withheld', 'The service is spared for now.', getOrElse(() => soon)(error.retryAfter))
    case 'TokenUnavailable':
      return new Refusal(503, 'token_unavailable', 'There is no token for this user for now.', later)
    case 'TimeoutError':
      return new Refusal(504, 'timeout', 'The service did not answer in time.')
    case 'NetworkError':
      return new Refusal(502, 'service_unreachable', 'The service could not be reached.')
    case 'DecodeError':
    case 'PagingError':
      return new Refusal(502, 'invalid_answer', 'The service gave an answer that it must not give.')
    default:
      return broken
  }
}

/** Whether somebody has to hear of it who can mend it: the app failed, or the service in a way that does not pass. */
export const isFault = (error: unknown): boolean => {
  if (error instanceof Refusal) return false
  return !isClientError(error) || (error._tag !== 'StatusError' && !isTransient(error))
}
