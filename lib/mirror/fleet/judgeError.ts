import { toUndefined } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError } from '../../base/error/ClientError.js'
import { isTransient } from '../../base/error/isTransient.js'
import { MirrorError } from '../core/MirrorError.js'
import { SchemaRefused } from '../core/SchemaRefused.js'
import { StaleFencingToken } from '../core/StaleFencingToken.js'

/** The consequence of a round's error for its user. */
export type ErrorJudgement =
  /** Another process writes the user. */
  | { readonly _tag: 'Superseded' }
  /** A later round may succeed. `minWait`: the shortest wait until then, in milliseconds. */
  | { readonly _tag: 'Failed'; readonly minWait: number }
  /**
   * Another round would fail in the same way. `isFromService`: an answer of the service is the cause. The service may
   * correct it later, or it may be down and answer all users in this way.
   */
  | { readonly _tag: 'Poison'; readonly reason: string; readonly isFromService: boolean }
  /** The error concerns the whole fleet, not only this user. */
  | { readonly _tag: 'Fatal' }

const failed = (minWait = 0): ErrorJudgement => ({ _tag: 'Failed', minWait })
const poison = (reason: string, isFromService = false): ErrorJudgement => ({ _tag: 'Poison', reason, isFromService })

/**
 * The number of failed rounds in a row after which an error of the service sets a user aside. Such an error may concern the
 * application or the whole service, for example while a secret is changed.
 */
const maxFailuresInARow = 10

/** Whether an answer of the service has caused the error. */
const isFromService = ({ _tag }: ClientError): boolean =>
  _tag === 'AuthenticationError' || _tag === 'DecodeError' || _tag === 'PagingError' || _tag === 'StatusError'

/** Describes an error, without anything that the service has sent. */
const reasonOf = (error: ClientError): string => {
  switch (error._tag) {
    case 'AuthenticationError':
      return `the service refuses to authenticate the user (${String(error.status)})`
    case 'StatusError':
      return `the service refuses to answer (${String(error.status)})`
    case 'DecodeError':
      return 'an answer of the service cannot be decoded'
    case 'PagingError':
      return 'a list of the service has no end'
    case 'ConfigError':
      return 'the client refuses its options for this user'
    default:
      return `the client cannot read the user (${error._tag})`
  }
}

const waitOf = (error: ClientError): number => ('retryAfter' in error ? (toUndefined(error.retryAfter) ?? 0) : 0)

/** Judges the error of a round, or of one of its feeds. */
export const judgeError = (error: unknown): ErrorJudgement => {
  if (error instanceof StaleFencingToken) return { _tag: 'Superseded' }
  if (error instanceof SchemaRefused) return { _tag: 'Fatal' }
  if (error instanceof MirrorError) {
    if (error.reason === 'encoding' || error.reason === 'occupied') return { _tag: 'Fatal' }
    return error.reason === 'unwritable' ? poison('the database cannot store a row') : failed()
  }
  if (!isClientError(error)) return poison('the round failed with an error that is not from rxbank')
  if (error._tag === 'DeadlineExceeded' || isTransient(error)) return failed(waitOf(error))
  return poison(reasonOf(error), isFromService(error))
}

/** Judges the error of a whole round. `failures`: how many rounds of the user had failed in a row before it. */
export const judgeRound = (error: unknown, failures: number): ErrorJudgement => {
  const verdict = judgeError(error)
  const mayRecover = verdict._tag === 'Poison' && verdict.isFromService && failures < maxFailuresInARow - 1
  return mayRecover ? failed() : verdict
}
