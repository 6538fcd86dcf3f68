import { getOrElse, isSome } from 'fp-ts/lib/Option.js'
import { isClientError } from '../../base/error/ClientError.js'
import { isForeignResponse } from '../../base/error/foreignResponse.js'
import { isTransient } from '../../base/error/isTransient.js'
import type { StatusError, SupportFacts } from '../../base/error/StatusError.js'

/** The default of `onError`: prints an error on the console; a `ClientError` without its stack. */
export const printError = (error: unknown): void => {
  console.error(isClientError(error) ? String(error) : error)
}

/** An error that a gateway sends as its response: a status, a type for programs and a message for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    /** Milliseconds until the browser may try again. */
    readonly retryAfter?: number,
    /** For a 405: the method that is allowed. */
    readonly allow: 'GET' | 'POST' = 'GET',
    /** The codes and headers of the service's error, for its support. */
    readonly serviceError?: Pick<SupportFacts, 'codes' | 'responseHeaders'>,
  ) {
    super(message)
  }
}

const shortWait = 1000
const longWait = 5000

/** The refusal of a request that would wait for a limit for so many milliseconds. */
export const withheld = (wait: number): Refusal =>
  new Refusal(429, 'withheld', 'The gateway is not sending requests to the service for now.', wait)

/** The refusal if the gateway itself or the app failed. */
export const gatewayFailed = new Refusal(500, 'gateway_failed', 'The gateway failed; its log says why.')

const noSecret = new Refusal(503, 'secret_unavailable', 'The gateway has no credentials at the moment.', longWait)

/** Whether the secret was not available, for the request or for the token that it needs. */
const lacksSecret = (error: unknown): boolean =>
  isClientError(error) &&
  (error._tag === 'SecretUnavailable' || (error._tag === 'TokenUnavailable' && lacksSecret(error.cause)))

/**
 * The refusal for an error status of the service. A 4xx is forwarded, except 401, which concerns the gateway's
 * credentials, not the logged-in user. A 401 and all other statuses become a 502.
 */
const fromStatusError = (error: StatusError): Refusal => {
  const { status, type, retryAfter } = error
  const isRefusal = status >= 400 && status < 500 && status !== 401
  const wait = isSome(retryAfter) ? retryAfter.value : status === 429 ? shortWait : undefined
  return isRefusal
    ? new Refusal(status, getOrElse(() => 'refused')(type), 'The service refused the request.', wait, 'GET', error)
    : new Refusal(502, getOrElse(() => 'service_failed')(type), 'The service failed.', wait, 'GET', error)
}

const invalidResponse = new Refusal(502, 'invalid_response', 'The service gave an invalid response.')

/**
 * Converts an error to the refusal for the browser. It contains only the codes and the selected headers of the
 * service's response.
 */
export const toRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  if (!isClientError(error)) return gatewayFailed
  switch (error._tag) {
    case 'StatusError':
      return isForeignResponse(error) ? invalidResponse : fromStatusError(error)
    case 'AuthenticationError':
      return new Refusal(
        403,
        getOrElse(() => 'user_refused')(error.type),
        'The service refused to authenticate this user.',
        undefined,
        'GET',
        error,
      )
    case 'RequestNotSent':
      return withheld(getOrElse(() => shortWait)(error.retryAfter))
    case 'SecretUnavailable':
      return noSecret
    case 'TokenUnavailable':
      if (lacksSecret(error)) return noSecret
      return new Refusal(503, 'token_unavailable', 'There is no token for this user at the moment.', longWait)
    case 'TimeoutError':
      return new Refusal(504, 'timeout', 'The service did not answer in time.')
    case 'NetworkError':
      return new Refusal(502, 'service_unreachable', 'The service could not be reached.')
    case 'DecodeError':
    case 'PagingError':
      return invalidResponse
    default:
      return gatewayFailed
  }
}

/**
 * Whether an error is reported to `onError`: the app failed, something other than the service responded, or the client
 * failed with an error that is not transient.
 */
export const isFault = (error: unknown): boolean => {
  if (error instanceof Refusal) return false
  if (!isClientError(error) || lacksSecret(error) || isForeignResponse(error)) return true
  return error._tag !== 'StatusError' && !isTransient(error)
}
