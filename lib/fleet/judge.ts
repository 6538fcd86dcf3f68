import { toUndefined } from 'fp-ts/lib/Option.js'
import { type ClientError, isClientError, isTransient } from '../index.js'
import { Fenced } from '../mirror/Fenced.js'
import { MirrorError } from '../mirror/MirrorError.js'
import { SchemaRefused } from '../mirror/SchemaRefused.js'

/** What the error of a round means for its user. */
export type Verdict =
  /** Another process writes the user. */
  | { readonly _tag: 'Fenced' }
  /** A later round may succeed; `least` is the shortest wait until then, in milliseconds. */
  | { readonly _tag: 'Failed'; readonly least: number }
  /** Another round would fail in the same way. */
  | { readonly _tag: 'Poison'; readonly reason: string }
  /** The error concerns the whole fleet, not only this user. */
  | { readonly _tag: 'Fatal' }

const failed = (least = 0): Verdict => ({ _tag: 'Failed', least })
const poison = (reason: string): Verdict => ({ _tag: 'Poison', reason })

/**
 * Rounds of a user that were refused one after the other, at authentication or with a 401, before the user is set aside. A
 * refusal may also be about the application, for example while its secret is changed, and a 401 may pass; a fleet of a few
 * users would be set aside whole by the first.
 */
const mostRefused = 10

const isRefused = (error: ClientError): boolean =>
  error._tag === 'AuthenticationError' || (error._tag === 'StatusError' && error.status === 401)

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
      return 'the client refuses what it is asked for this user'
    default:
      return `the client cannot read the user (${error._tag})`
  }
}

const waitOf = (error: ClientError): number => ('retryAfter' in error ? (toUndefined(error.retryAfter) ?? 0) : 0)

/** Decides what the error of a round means for its user, of whom so many rounds in a row had failed before. */
export const judge = (error: unknown, failures: number): Verdict => {
  if (error instanceof Fenced) return { _tag: 'Fenced' }
  if (error instanceof SchemaRefused) return { _tag: 'Fatal' }
  if (error instanceof MirrorError) {
    if (error.reason === 'encoding' || error.reason === 'occupied') return { _tag: 'Fatal' }
    return error.reason === 'unwritable' ? poison('a row cannot be kept by the database') : failed()
  }
  if (!isClientError(error)) return poison('the round failed with an error that is not from rxbank')
  if (isRefused(error) && failures < mostRefused - 1) return failed()
  if (error._tag === 'DeadlineExceeded' || isTransient(error)) return failed(waitOf(error))
  return poison(reasonOf(error))
}
