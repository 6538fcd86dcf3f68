import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { isBusy, isTransient } from '../../base/error/isTransient.js'
import { MirrorError } from './MirrorError.js'

/** Whether the service refused the token, for this list or for all. The next list shows which. */
const isTokenRefused = (error: unknown): boolean => isServiceStatus(error, 401)

/** Whether the client got no token for the user, without which it can send no request of the round. */
const isAuthenticationFailure = (error: ClientError): boolean =>
  'operation' in error && error.operation === 'authenticate'

/**
 * What the error of a feed concerns.
 *
 * - `feed`: this list of this user; the others can be read.
 * - `service`: this list, or the whole service. The next list shows which.
 * - `round`: the user, the network, the database or the program. No other list can be read.
 */
export type FailureScope = 'feed' | 'service' | 'round'

/** Decides what the error of a feed concerns. */
export const failureScope = (error: unknown): FailureScope => {
  if (error instanceof MirrorError) return error.reason === 'unwritable' ? 'feed' : 'round'
  if (!isClientError(error) || isAuthenticationFailure(error)) return 'round'
  switch (error._tag) {
    case 'StatusError':
      if (error.status === 429) return 'round'
      if (isTokenRefused(error)) return 'service'
      return isTransient(error) && !isBusy(error) ? 'service' : 'feed'
    case 'TokenUnavailable':
      return isTokenRefused(error.cause) ? 'service' : 'round'
    case 'DecodeError':
      return error.reason === 'shape' && !isTransient(error) ? 'feed' : 'service'
    case 'TimeoutError':
      return 'service'
    case 'PagingError':
    case 'UnspecifiedOperation':
    case 'UnsupportedByVersion':
      return 'feed'
    default:
      return 'round'
  }
}
