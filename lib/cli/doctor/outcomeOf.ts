import { isSome, type Option } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError, type StatusError } from '../../index.js'
import { withheldText } from '../errorAdvice.js'
import type { Mismatch, Outcome } from './DoctorReport.js'
import { publicCode, publicPath } from './evidence/publicName.js'

/**
 * How an attempt ended. `reason` is that of an {@link OperationReport}.
 */
export interface Ended {
  readonly outcome: Outcome
  readonly reason: string | null
  readonly mismatches: ReadonlyArray<Mismatch>
  /** `Retry-After` in milliseconds. */
  readonly retryAfter: number | null
}

const ended = (outcome: Outcome, reason: string | null = null): Ended => ({
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

const statusEnded = ({ status, type, retryAfter, isServiceAnswer }: StatusError): Ended => {
  const outcome = outcomeOfStatus(status)
  // The page of a proxy or a firewall refuses nothing in the service's name.
  if (outcome === 'refused' && !isServiceAnswer) return ended('undecoded', 'not-json')
  return {
    ...ended(outcome, codeOf(type)),
    retryAfter: isSome(retryAfter) ? retryAfter.value : null,
  }
}

const clientEnded = (error: ClientError): Ended => {
  switch (error._tag) {
    case 'StatusError':
      return statusEnded(error)
    case 'AuthenticationError':
      return ended('refused', codeOf(error.type))
    case 'DecodeError':
      return {
        ...ended('undecoded', error.reason),
        mismatches: error.issues.map(({ path, expected }) => ({ path: publicPath(path), expected })),
      }
    case 'NetworkError':
      return ended('unanswered', isSome(error.code) ? error.code.value : 'lost')
    case 'TimeoutError':
    case 'DeadlineExceeded':
      return ended('unanswered', 'timeout')
    case 'PagingError':
      return ended('misled', error.reason)
    case 'UnspecifiedOperation':
      return ended('unspecified', 'not in the profile')
    case 'UnsupportedByVersion':
      return ended('unspecified', isSome(error.until) ? `removed in ${error.until.value}` : `added in ${error.since}`)
    case 'RequestWithheld':
      return ended('not-tried', withheldText(error))
    case 'TokenUnavailable':
      return ended('not-tried', 'no token')
    case 'SecretUnavailable':
      return ended('not-tried', 'no client secret')
    case 'ConfigError':
      return ended('not-tried', 'the settings do not allow it')
  }
}

/** The outcome of an attempt that failed, without any value of an answer. */
export const outcomeOf = (error: unknown): Ended =>
  isClientError(error) ? clientEnded(error) : ended('unanswered', 'timeout')
