import { type ClientError, isClientError } from '../error/ClientError.js'
import { isTransient } from '../error/isTransient.js'
import { MirrorError } from './MirrorError.js'

/** The statuses that are about all requests of the user: a refused token, and too many requests. */
const statusesOfUser = new Set([401, 429])

/** Whether the token of the user could not be had, which no request of the round can be sent without. */
const isOfAuthentication = (error: ClientError): boolean => 'operation' in error && error.operation === 'authenticate'

/**
 * What the error of a feed is about.
 *
 * - `feed`: this list of this user; the others can be read.
 * - `service`: this list, or the whole service. The next list shows which.
 * - `round`: the user, the network, the database or the program. No other list can be read.
 */
export type FailureScope = 'feed' | 'service' | 'round'

/** Decides what the error of a feed is about. */
export const failureScope = (error: unknown): FailureScope => {
  if (error instanceof MirrorError) return error.reason === 'unwritable' ? 'feed' : 'round'
  if (!isClientError(error) || isOfAuthentication(error)) return 'round'
  switch (error._tag) {
    case 'StatusError':
      if (statusesOfUser.has(error.status)) return 'round'
      return isTransient(error) ? 'service' : 'feed'
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
