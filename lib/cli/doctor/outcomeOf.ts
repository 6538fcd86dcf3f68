import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import type { StatusError } from '../../base/error/StatusError.js'
import { notSentText } from '../errorAdvice.js'
import type { Mismatch, Outcome } from './DoctorReport.js'
import { publicCode, publicPath } from './evidence/publicName.js'

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
      return endOf('refused', codeOf(error.type))
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

/** The outcome of an attempt that failed, without any value of an answer. */
export const outcomeOf = (error: unknown): AttemptEnd =>
  isClientError(error) ? errorEnd(error) : endOf('unanswered', 'timeout')
