import { CommanderError } from 'commander'
import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../base/error/ClientError.js'
import type { DecodeError } from '../base/error/DecodeError.js'
import type { NetworkError } from '../base/error/NetworkError.js'
import type { NotSentReason, RequestNotSent } from '../base/error/RequestNotSent.js'
import type { StatusError } from '../base/error/StatusError.js'
import { operationTable } from '../service/profile/operations.js'
import { CommandError, exitCodes } from './CommandError.js'
import { duration, printable } from './formatText.js'

interface FailedRequest {
  readonly operation: string
  readonly page: Option<number>
}

const describeRequest = ({ operation, page }: FailedRequest): string =>
  isSome(page) && page.value > 1 ? `${operation} (page ${String(page.value)})` : operation

const answerText = ({ status, type }: { readonly status: number; readonly type: Option<string> }): string =>
  isSome(type) ? `${String(status)} ${type.value}` : String(status)

const isPublic = ({ operation }: FailedRequest): boolean => /^(banks|categories)\./.test(operation)

const needsActivation = ({ operation }: FailedRequest): boolean =>
  Object.values(operationTable).some((row) => row.name === operation && 'needsActivation' in row)

const retryHint = (wait: Option<number>): string =>
  `try again ${isSome(wait) && wait.value > 0 ? `in ${duration(wait.value)}` : 'later'}`

/** Describes a response that does not come from the service, by its media type. */
const foreignResponseText = (contentType: Option<string>): string => {
  const answer = isSome(contentType) ? `${contentType.value} instead of JSON` : 'the response is not from the service'
  return `${answer}, perhaps a page of a proxy or a portal; check the base URL`
}

/** The service's word for the 403 to the creation of a user. */
const tooManyUsers = 'app.users.maximum_reached'

const statusAdvice = (error: StatusError): string => {
  const { status, page, retryAfter, contentType, codes } = error
  if (!error.isServiceResponse && status >= 400 && status < 500 && status !== 429)
    return foreignResponseText(contentType)
  if (status === 401 && isPublic(error)) return 'the service refused the client id; check it'
  if (status === 401) return 'the service refused the credentials; check the client id and the client secret'
  if ((status === 403 || status === 404) && needsActivation(error))
    return 'the service has not activated this for the application; ask the service for it'
  if (codes.some(({ code }) => code === tooManyUsers))
    return 'the application has as many users as it may have; delete users, or ask the service for more'
  if (status === 403) return 'these credentials have no permission for this; ask the service for it'
  if (isSome(page) && page.value > 1 && [400, 404, 410].includes(status)) return 'the list has changed; read it again'
  if (status === 404) return 'the service does not know this; check the base URL and the id'
  if (status === 409) return 'it exists already, or another request is changing it; try again'
  if (status === 429) return `too many requests; ${retryHint(retryAfter)}`
  if (status >= 500) return 'the service failed; try again later'
  if (status < 400) return 'a redirect, which is not followed; check the base URL'
  return 'the service refused the request; check --profile and --service-version'
}

const networkAdvice = ({ origin, code }: NetworkError): string => {
  const reason = isSome(code) ? code.value : 'the connection was lost'
  const isPlainHttp = origin.startsWith('https:') && /^(EPROTO|ERR_SSL_)/.test(reason)
  const hint = isPlainHttp
    ? 'check whether it uses http instead of https'
    : 'check the base URL, and whether the service is running'
  return `no response from ${origin} (${reason}); ${hint}`
}

/**
 * The settings to check when the service refuses to issue a token. A 400 may also mean a wrong profile; a 404 says so, or
 * that there is no such user.
 */
const tokenChecks = (status: number): string =>
  status === 404
    ? 'check --profile and the user'
    : `check ${status === 400 ? '--profile, ' : ''}the client id, the client secret and the user`

const decodeAdvice = ({ reason, issues, contentType }: DecodeError): string => {
  if (reason === 'too-large') return 'the response is too large; use pull with a smaller --limit'
  if (reason === 'not-json' && isSome(contentType) && !contentType.value.endsWith('json'))
    return foreignResponseText(contentType)
  if (reason !== 'shape') return 'the response is not JSON, or was cut off; check the base URL'
  const mismatches = issues.map(({ path, expected }) => `${path}: expected ${expected}`)
  return `the response is not what was expected; check --profile and --service-version: ${mismatches.join('; ')}`
}

const withheld: Record<NotSentReason, string> = {
  budget: 'a limit would delay it too long',
  circuit: 'all recent requests have failed',
  queue: 'too many requests are waiting',
}

/** Why the client sent nothing. */
export const notSentText = ({ reason }: RequestNotSent): string => `not sent: ${withheld[reason]}`

/** The paths of settings in a `ConfigError`, and how messages name them. */
const names: ReadonlyMap<string, string> = new Map([
  ['baseUrl', 'the base URL'],
  ['clientId', 'the client id'],
  ['clientSecret', 'the client secret'],
  ['serviceVersion', '--service-version'],
])

const withSettingNames = (message: string): string =>
  message.replace(/\b(?:baseUrl|clientId|clientSecret|serviceVersion)\b/g, (name) => names.get(name) ?? name)

/** Tells the user of a command what happened, and what to do. */
export const errorAdvice = (error: ClientError): string => {
  switch (error._tag) {
    case 'AuthenticationError':
      return `the service gave no token (${answerText(error)}); ${tokenChecks(error.status)}`
    case 'StatusError':
      return `${describeRequest(error)}: ${answerText(error)}: ${statusAdvice(error)}`
    case 'NetworkError':
      return `${describeRequest(error)}: ${networkAdvice(error)}`
    case 'TimeoutError':
      if (error.operation === 'fleet.round')
        return `no batch of rows within ${String(error.timeout / 1000)} s; check the service and the database`
      return `${describeRequest(error)}: no complete answer within ${String(error.timeout / 1000)} s; try again later`
    case 'DecodeError':
      return `${describeRequest(error)}: ${decodeAdvice(error)}`
    case 'PagingError':
      return `${describeRequest(error)}: the link to the next page is wrong (${error.reason}); try again, or report it to the service`
    case 'RequestNotSent':
      return `${describeRequest(error)}: ${notSentText(error)}; ${retryHint(error.retryAfter)}`
    case 'UnsupportedByVersion':
      if (error.operation === 'users.create') return withSettingNames(error.message)
      return withSettingNames(error.message).replace(
        /(userUuid|externalUserId); set/,
        '$1; name the user by email and password, or set',
      )
    default:
      return withSettingNames(error.message)
  }
}

/** Removes control characters from text of several lines, because it may contain untrusted text. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** The message of an error. A `CommandError` keeps its lines; any other message becomes one line. */
export const errorText = (error: unknown): string => {
  if (error instanceof CommandError) return error.message
  const message = isClientError(error) ? errorAdvice(error) : error instanceof Error ? error.message : String(error)
  return message.replace(/^sandbox\.listen: /, '').replace(/\s+/g, ' ')
}

/** The tags of errors about wrong settings, which occur before any request. */
const usageErrorTags: ReadonlyArray<ClientError['_tag']> = ['ConfigError', 'UnsupportedByVersion']

/** Writes an error to stderr, with its stack if `DEBUG` is set; returns the exit code. */
export const reportError = (error: unknown): number => {
  // Commander has printed its own errors already; they are about wrong arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused
  const exitCode =
    error instanceof CommandError
      ? error.exitCode
      : isClientError(error) && usageErrorTags.includes(error._tag)
        ? exitCodes.misused
        : exitCodes.failed
  const message = errorText(error)
  if (message === '') return exitCode
  const line = exitCode > 128 ? message : `error: ${message}`
  const stack = process.env.DEBUG && error instanceof Error && error.stack ? `${error.stack}\n` : ''
  process.stderr.write(`${printableLines(`${stack}${line}`)}\n`)
  return exitCode
}
