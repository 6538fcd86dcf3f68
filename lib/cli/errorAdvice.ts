import { isSome, type Option } from 'fp-ts/lib/Option.js'
import type { ClientError, DecodeError, NetworkError, RequestWithheld, StatusError, WithheldReason } from '../index.js'
import { duration } from './formatText.js'

interface Place {
  readonly operation: string
  readonly page: Option<number>
}

const at = ({ operation, page }: Place): string =>
  isSome(page) && page.value > 1 ? `${operation} (page ${String(page.value)})` : operation

const answer = ({ status, type }: { readonly status: number; readonly type: Option<string> }): string =>
  isSome(type) ? `${String(status)} ${type.value}` : String(status)

const isPublic = ({ operation }: Place): boolean => /^(banks|categories)\./.test(operation)

const again = (wait: Option<number>): string =>
  `try again ${isSome(wait) && wait.value > 0 ? `in ${duration(wait.value)}` : 'later'}`

/** What something else than the service has answered, as its media type says. */
const notService = (contentType: Option<string>): string => {
  const found = isSome(contentType) ? `${contentType.value} instead of JSON` : 'no answer of the service'
  return `${found}, perhaps a page of a proxy or a firewall; check the base URL`
}

const afterStatus = (error: StatusError): string => {
  const { status, page, retryAfter, contentType } = error
  if (!error.isServiceAnswer && status >= 400 && status < 500 && status !== 429) return notService(contentType)
  if (status === 401 && isPublic(error)) return 'the service refused the client id; check it'
  if (status === 401) return 'the service refused the credentials; check the client id and the client secret'
  if (status === 403) return 'these credentials may not do this; ask the service for the right to'
  if (isSome(page) && page.value > 1 && [400, 404, 410].includes(status)) return 'the list has moved on; read it again'
  if (status === 404) return 'the service does not know this; check the base URL and the id'
  if (status === 429) return `too many requests; ${again(retryAfter)}`
  if (status >= 500) return 'the service failed; try again later'
  if (status < 400) return 'a redirect, which is never followed; check the base URL'
  return 'the service refused the request; check --profile and --service-version'
}

const unanswered = ({ origin, code }: NetworkError): string => {
  const reason = isSome(code) ? code.value : 'the connection was lost'
  const isPlainHttp = origin.startsWith('https:') && /^(EPROTO|ERR_SSL_)/.test(reason)
  const hint = isPlainHttp ? 'is it http, without s?' : 'check the base URL, and that the service is there'
  return `no answer from ${origin} (${reason}); ${hint}`
}

/** What to check when the service refused to issue a token. A 400 may also mean that the profile is the wrong one. */
const beforeToken = (status: number): string =>
  `check ${status === 400 ? '--profile, ' : ''}the client id, the client secret and the user`

const undecoded = ({ reason, issues, contentType }: DecodeError): string => {
  if (reason === 'too-large') return 'the answer is too large; pull takes smaller pages with --limit'
  if (reason === 'not-json' && isSome(contentType) && !contentType.value.endsWith('json'))
    return notService(contentType)
  if (reason !== 'shape') return 'the answer is not JSON, or was cut off; check the base URL'
  const where = issues.map(({ path, expected }) => `${path}: expected ${expected}`)
  return `the answer is not what was expected; check --profile and --service-version: ${where.join('; ')}`
}

const withheld: Record<WithheldReason, string> = {
  budget: 'a limit permits it too late',
  circuit: 'the service has only failed lately',
  queue: 'too many requests wait already',
}

/** Why the client sent nothing. */
export const notSent = ({ reason }: RequestWithheld): string => `not sent, as ${withheld[reason]}`

/** The paths of settings in a `ConfigError`, and how messages name them. */
const names: Readonly<Record<string, string>> = {
  baseUrl: 'the base URL',
  clientId: 'the client id',
  clientSecret: 'the client secret',
  serviceVersion: '--service-version',
}

const inOurNames = (message: string): string =>
  message.replace(/\b(?:baseUrl|clientId|clientSecret|serviceVersion)\b/g, (name) => names[name] ?? name)

/** Describes an error to the user of the command: what happened, and what to do about it. */
export const advice = (error: ClientError): string => {
  switch (error._tag) {
    case 'AuthenticationError':
      return `the service gave no token (${answer(error)}); ${beforeToken(error.status)}`
    case 'StatusError':
      return `${at(error)}: ${answer(error)}: ${afterStatus(error)}`
    case 'NetworkError':
      return `${at(error)}: ${unanswered(error)}`
    case 'TimeoutError':
      if (error.operation === 'fleet.round')
        return `no batch of rows within ${String(error.timeout / 1000)} s; check the service and the database`
      return `${at(error)}: no whole answer within ${String(error.timeout / 1000)} s; try again later`
    case 'DecodeError':
      return `${at(error)}: ${undecoded(error)}`
    case 'PagingError':
      return `${at(error)}: the way to the next page is wrong (${error.reason}); try again, or tell the service`
    case 'RequestWithheld':
      return `${at(error)}: ${notSent(error)}; ${again(error.retryAfter)}`
    case 'UnsupportedByVersion':
      return inOurNames(error.message).replace(
        /(userUuid|externalUserId); set/,
        '$1; name the user by email and password, or set',
      )
    default:
      return inOurNames(error.message)
  }
}
