import { isSome } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../error/ClientError.js'

/** The clients of which an authentication was answered, with whatever status. */
const answered = new WeakSet()

const answers: ReadonlySet<string> = new Set(['AuthenticationError', 'DecodeError', 'StatusError', 'TokenUnavailable'])

/** The codes of Node and of Chromium for an address at which nobody listens, and for a name that no name server knows. */
const nobody: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_CONNECTION_REFUSED',
  'ERR_NAME_NOT_RESOLVED',
])

const isNobodyThere = (error: ClientError): boolean =>
  error._tag === 'NetworkError'
    ? isSome(error.code) && nobody.has(error.code.value)
    : error._tag === 'RequestWithheld' && error.reason === 'circuit'

/** Notes that an authentication of a client has brought a token. */
export const noteToken = (client: object): void => {
  answered.add(client)
}

/** Notes that an authentication of a client has failed, which may have been by an answer. */
export const noteFailure = (client: object, error: unknown): void => {
  if (isClientError(error) && answers.has(error._tag)) answered.add(client)
}

/**
 * Whether an authentication of a client failed since nobody is at the address of the service, and no authentication of
 * that client, of whichever user, has been answered before. It is then more likely that the address is wrong than that
 * the service is down for a moment. An open circuit counts too: before the first answer, only such failures open it.
 */
export const isNeverAnswered = (client: object, error: unknown): boolean =>
  !answered.has(client) && isClientError(error) && isNobodyThere(error)
