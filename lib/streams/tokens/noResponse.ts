import { isSome } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isForeignResponse } from '../../base/error/foreignResponse.js'

/** The clients that have received a token, or any response to an authentication. */
const respondedClients = new WeakSet()

/** The errors of authentications that got a response; `TokenUnavailable` stands for a token that was not fresh. */
const responseErrors: ReadonlySet<string> = new Set([
  'AuthenticationError',
  'DecodeError',
  'StatusError',
  'TokenUnavailable',
])

/** The codes of Node and Chromium for an address at which nothing listens, and for an unknown host name. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_CONNECTION_REFUSED',
  'ERR_NAME_NOT_RESOLVED',
])

const isUnreachable = (error: ClientError): boolean =>
  isForeignResponse(error) ||
  (error._tag === 'NetworkError'
    ? isSome(error.code) && unreachableCodes.has(error.code.value)
    : error._tag === 'RequestNotSent' && error.reason === 'circuit')

/** Records that a client has received a token, from the service or from a token store. */
export const noteClientToken = (client: object): void => {
  respondedClients.add(client)
}

/** Records that an authentication of a client has failed. The error may be a response of the service. */
export const noteClientFailure = (client: object, error: unknown): void => {
  if (isClientError(error) && responseErrors.has(error._tag) && !isForeignResponse(error)) respondedClients.add(client)
}

/**
 * Whether an authentication failed because nothing responds at the address of the service, or something other than the
 * service does, and this client has never got a response to an authentication. The address is then probably wrong.
 *
 * An authentication that is not sent because the circuit is open counts too, although other failures may have opened
 * it.
 */
export const neverResponds = (client: object, error: unknown): boolean =>
  !respondedClients.has(client) && isClientError(error) && isUnreachable(error)
