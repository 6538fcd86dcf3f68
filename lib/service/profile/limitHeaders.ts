import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { isHeaderName } from './requestIdHeader.js'

/**
 * The names of headers in which a service reports how much of a limit is left.
 *
 * - `remaining`, `reset`, and `limit` if there is one: a header each. `reset` is a time in ISO 8601, an HTTP date,
 *   seconds or milliseconds since 1970, or a number of seconds; its format decides.
 * - `state`, and `policy` if there is one: one header for all, as in the old and new drafts of the IETF:
 *   `limit=100, remaining=50, reset=5` and `"default";r=50;t=30`.
 */
export type RateLimitHeaders =
  | { readonly remaining: string; readonly reset: string; readonly limit?: string }
  | { readonly state: string; readonly policy?: string }

/**
 * The headers that are read unless a profile names others, in this order: the IETF's, then the older ones that many
 * services send. The first one in a response is used. No known deployment documents any of them.
 */
export const commonLimitHeaders: ReadonlyArray<RateLimitHeaders> = [
  { state: 'RateLimit', policy: 'RateLimit-Policy' },
  { limit: 'RateLimit-Limit', remaining: 'RateLimit-Remaining', reset: 'RateLimit-Reset' },
  { limit: 'X-RateLimit-Limit', remaining: 'X-RateLimit-Remaining', reset: 'X-RateLimit-Reset' },
]

const name = guardCodec('the name of a header', (u): u is string => typeof u === 'string' && isHeaderName(u))

/** The codec of `limitHeaders` of a profile. */
export const limitHeaders: t.Type<ReadonlyArray<RateLimitHeaders>, unknown> = t.readonlyArray(
  t.union(
    [
      options('headers', { remaining: name, reset: name }, { limit: name }),
      options('headers', { state: name }, { policy: name }),
    ],
    'names of headers: { remaining, reset, limit } or { state, policy }',
  ),
)
