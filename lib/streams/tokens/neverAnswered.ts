import { isSome } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isForeignAnswer } from '../../base/error/foreignAnswer.js'

/** The clients that got an answer of the service to an authentication, of any status, or a token of another process. */
const answeredClients = new WeakSet()

/** Errors of an authentication that the service has answered. With `TokenUnavailable`, its token had ended or was old. */
const answeredErrors: ReadonlySet<string> = new Set([
  'AuthenticationError',
  'DecodeError',
  'StatusError',
  'TokenUnavailable',
])

/** The codes of Node and of Chromium for an address at which nobody listens, and for a name that no name server knows. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_CONNECTION_REFUSED',
  'ERR_NAME_NOT_RESOLVED',
])

const isUnreachable = (error: ClientError): boolean =>
  isForeignAnswer(error) ||
  (error._tag === 'NetworkError'
    ? isSome(error.code) && unreachableCodes.has(error.code.value)
    : error._tag === 'RequestWithheld' && error.reason === 'circuit')

/** Notes that a client has a token, of an authentication of its own or of another process. */
export const noteClientToken = (client: object): void => {
  answeredClients.add(client)
}

/** Notes that an authentication of a client has failed, which may have been by an answer. */
export const noteClientFailure = (client: object, error: unknown): void => {
  if (isClientError(error) && answeredErrors.has(error._tag) && !isForeignAnswer(error)) answeredClients.add(client)
}

/**
 * Whether an authentication of a client failed because nothing listens at the address of the service, or something else
 * answers there, and the service never answered an authentication of this client, of any user. It is then more likely that
 * the address is wrong than that the service is down for a moment.
 *
 * An authentication that an open circuit withholds counts too. Its error does not tell which failures opened the circuit:
 * these may also be timeouts, or failures of requests without a user.
 */
export const isNeverAnswered = (client: object, error: unknown): boolean =>
  !answeredClients.has(client) && isClientError(error) && isUnreachable(error)
