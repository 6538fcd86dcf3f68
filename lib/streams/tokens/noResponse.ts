import { isSome } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isForeignResponse } from '../../base/error/foreignResponse.js'

/** The clients that have received a token, or any response of the service to an authentication. */
const answeredClients = new WeakSet()

/**
 * The errors of authentications that the service has answered; `TokenUnavailable` stands for a token that was not
 * fresh.
 */
const answeredErrors: ReadonlySet<string> = new Set([
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

/** Notes that a client has received a token, from the service or from a token store. */
export const noteClientToken = (client: object): void => {
  answeredClients.add(client)
}

/** Notes that an authentication of a client has failed. The error may be a response of the service. */
export const noteClientFailure = (client: object, error: unknown): void => {
  if (isClientError(error) && answeredErrors.has(error._tag) && !isForeignResponse(error)) answeredClients.add(client)
}

/**
 * Whether an authentication failed because nothing answers at the address of the service, or something other than the
 * service does, and the service has never answered an authentication of this client. The address is then probably
 * wrong.
 *
 * An authentication that an open circuit withholds counts too, although other failures may have opened the circuit.
 */
export const neverResponds = (client: object, error: unknown): boolean =>
  !answeredClients.has(client) && isClientError(error) && isUnreachable(error)
