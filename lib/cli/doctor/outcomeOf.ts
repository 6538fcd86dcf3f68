import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import type { StatusError } from '../../base/error/StatusError.js'
import { notSentText } from '../reportError.js'
import { connectionFailure } from './connectionFailure.js'
import type { Mismatch, OperationReport, Outcome } from './DoctorReport.js'
import { publicCode, publicPath } from './evidence/publicName.js'

const decodingReasons = new Map(
  Object.entries({
    empty: 'an empty response where JSON was expected',
    'not-json': 'not JSON, or cut off',
    'too-large': 'too large',
    shape: 'not as the profile expects',
  }),
)

const pagingReasons = new Map(
  Object.entries({
    'foreign-address': 'the link to the next page leaves the base URL; it was not followed',
    'malformed-link': 'the link to the next page is not a URL',
    loop: 'the link to the next page leads back to a page that was read',
  }),
)

const outcomeTexts: Partial<Readonly<Record<OperationReport['outcome'], string>>> = {
  absent: 'not found',
  limited: 'too many requests',
  redirected: 'a redirect, which is not followed',
  refused: 'refused',
  failed: 'failed',
}

/** Describes why an operation failed. */
export const outcomeReason = ({ outcome, reason }: OperationReport): string => {
  const code = reason ?? ''
  if (outcome === 'undecoded') return decodingReasons.get(code) ?? 'not as the profile expects'
  if (outcome === 'misled') return pagingReasons.get(code) ?? 'the link to the next page is wrong'
  if (outcome === 'unanswered') return connectionFailure(code).message
  const text = outcomeTexts[outcome]
  if (text === undefined) return code
  return reason === null ? text : `${text}: ${reason}`
}

/**
 * How an attempt ended. `reason`: see {@link OperationReport}.
 */
export interface AttemptEnd {
  readonly outcome: Outcome
  readonly reason: string | null
  readonly mismatches: ReadonlyArray<Mismatch>
  /** `Retry-After` in milliseconds. */
  readonly retryAfter: number | null
}

const endOf = (outcome: Outcome, reason: string | null = null): AttemptEnd => ({
  outcome,
  reason,
  mismatches: [],
  retryAfter: null,
})

const outcomeOfStatus = (status: number): Outcome => {
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 404 || status === 405 || status === 501) return 'absent'
  if (status === 429) return 'limited'
  return status >= 500 ? 'failed' : 'refused'
}

/** The code of an error, unless it has words that may be data. */
const codeOf = (type: Option<string>): string | null => (isSome(type) ? (publicCode(type.value) ?? null) : null)

const statusEnd = ({ status, type, retryAfter, isServiceResponse }: StatusError): AttemptEnd => {
  const outcome = outcomeOfStatus(status)
  // A page of a proxy or a firewall is not a refusal by the service.
  if (outcome === 'refused' && !isServiceResponse) return endOf('undecoded', 'not-json')
  return {
    ...endOf(outcome, codeOf(type)),
    retryAfter: isSome(retryAfter) ? retryAfter.value : null,
  }
}

const errorEnd = (error: ClientError): AttemptEnd => {
  switch (error._tag) {
    case 'StatusError':
      return statusEnd(error)
    case 'AuthenticationError':
      return endOf(error.status === 404 ? 'absent' : 'refused', codeOf(error.type))
    case 'DecodeError':
      return {
        ...endOf('undecoded', error.reason),
        mismatches: error.issues.map(({ path, expected }) => ({ path: publicPath(path), expected })),
      }
    case 'NetworkError':
      return endOf('unanswered', isSome(error.code) ? error.code.value : 'lost')
    case 'TimeoutError':
    case 'DeadlineExceeded':
      return endOf('unanswered', 'timeout')
    case 'PagingError':
      return endOf('misled', error.reason)
    case 'UnspecifiedOperation':
      return endOf('unspecified', 'not in the profile')
    case 'UnsupportedByVersion':
      return endOf('unspecified', isSome(error.until) ? `removed in ${error.until.value}` : `added in ${error.since}`)
    case 'RequestNotSent':
      return endOf('not-tried', notSentText(error))
    case 'TokenUnavailable':
      return endOf('not-tried', 'no token')
    case 'SecretUnavailable':
      return endOf('not-tried', 'no client secret')
    case 'ConfigError':
      return endOf('not-tried', 'the settings do not allow it')
  }
}

/** The outcome of an attempt that failed, without any value of a response. */
export const outcomeOf = (error: unknown): AttemptEnd =>
  isClientError(error) ? errorEnd(error) : endOf('unanswered', 'timeout')
