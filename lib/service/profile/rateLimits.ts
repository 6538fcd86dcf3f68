import type * as t from 'io-ts'
import { integer, milliseconds } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'

/** At most `requests` in any `per` milliseconds. */
export interface RequestLimit {
  readonly requests: number
  readonly per: number
}

/**
 * The rate limits of a service; a scope that you omit has no limit.
 *
 * - `application`: all requests of the application together.
 * - `user`: the requests with one user's token; they count for the application too.
 * - `authenticate`: the requests that get a token for one user; they count for the application too, but not for `user`.
 */
export interface Limits {
  readonly application?: RequestLimit
  readonly user?: RequestLimit
  readonly authenticate?: RequestLimit
}

/** The codec of {@link RequestLimit}. */
export const limit: t.Type<RequestLimit, unknown> = options(
  'an object with requests and per',
  { requests: integer(1), per: milliseconds(1) },
  {},
)

/** The codec of {@link Limits}. */
export const limits: t.Type<Limits, unknown> = options(
  'an object with application, user or authenticate',
  {},
  { application: limit, user: limit, authenticate: limit },
)
