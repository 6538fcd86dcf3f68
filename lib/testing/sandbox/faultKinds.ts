import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { finite, integer, milliseconds } from '../../base/codec/numbers.js'
import { object } from '../../base/codec/object.js'
import { isHeaderText } from '../../http/callerHeaders.js'
import { httpDate } from '../../http/retryAfter.js'
import { isHeaderName } from '../../service/profile/requestIdHeader.js'

/**
 * The kinds of faults.
 *
 * Modifiers, which combine with other faults:
 *
 * - `latency`: the request takes `ms` milliseconds to reach the service; with `side: 'response'`, the response is
 *   delayed.
 * - `no-date`: the response has no `Date` header.
 * - `headers`: adds headers to the response, such as those of a limit.
 * - `keys-reordered`: the objects of the response have their keys in reverse order.
 * - `skew`: `Date` and `expires_at` come from a clock that is `ms` milliseconds ahead.
 *
 * Faults that replace the service's response; if several match a request, the first that was added applies:
 *
 * - `silence`: no response, ever.
 * - `disconnect`: the connection is lost before the response.
 * - `unauthorized`: 401.
 * - `late-token`: 401 to a token that was issued less than `ms` milliseconds ago.
 * - `forbidden`: 403 in the service's format, as for an operation that the application has not bought.
 * - `rate-limit`: 429, with `Retry-After: retryAfter`, a number of seconds or a date, if it is given.
 * - `server-error`: `status`, default 500.
 * - `status`: `status` with `body` and `headers`.
 * - `redirect`: `status`, default 302, to `to`.
 * - `html`: `status`, default 200, with an HTML page, as a firewall, a portal or a proxy sends it.
 * - `empty`: 200 with an empty body.
 * - `huge`: 200 with `bytes` bytes of valid JSON, streamed over real HTTP, created in memory elsewhere.
 * - `gzip-bomb`: the same, compressed over real HTTP.
 * - `dead-cursor`: `status`, default 410, to a request with a cursor.
 *
 * Faults that change the service's response:
 *
 * - `cut`: the connection ends after `bytes` bytes of the body, half by default, with the `ending` `'end'` or
 *   `'reset'`; with `length: 'undeclared'` the response has no `Content-Length`.
 * - `truncated`: the body is the first half of the JSON, in valid HTTP.
 * - `wrong-type`: the field `field` of row `row`, or of a response that is not a list, has the value `value`;
 *   `undefined` leaves the field out.
 * - `repeated-cursor`: `next_uri` is the URL of the same page.
 * - `cycle`: `next_uri` of a page other than the first is the URL of the first page.
 * - `foreign-link`: `next_uri` is `url`.
 * - `empty-pages`: `count` pages without resources come before the rows; each has a `next_uri`.
 * - `rows-inserted`: `count` transactions of the user are inserted before the response.
 * - `rows-repeated`: the page begins with the last `count` rows of the previous page, as after an insertion.
 * - `rows-skipped`: the page skips `count` rows, as after a deletion of earlier rows.
 * - `no-rows`: a list is empty, as during maintenance.
 */
export type FaultKind =
  | { readonly kind: 'latency'; readonly ms: number; readonly side?: 'request' | 'response' }
  | { readonly kind: 'no-date' }
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'keys-reordered' }
  | { readonly kind: 'skew'; readonly ms: number }
  | { readonly kind: 'silence' }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'late-token'; readonly ms: number }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'rate-limit'; readonly retryAfter?: number | string }
  | { readonly kind: 'server-error'; readonly status?: number }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  | { readonly kind: 'html'; readonly status?: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'gzip-bomb'; readonly bytes: number }
  | { readonly kind: 'dead-cursor'; readonly status?: number }
  | {
      readonly kind: 'cut'
      readonly bytes?: number
      readonly length?: 'declared' | 'undeclared'
      readonly ending?: 'end' | 'reset'
    }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'wrong-type'; readonly row?: number; readonly field: string; readonly value: unknown }
  | { readonly kind: 'repeated-cursor' }
  | { readonly kind: 'cycle' }
  | { readonly kind: 'foreign-link'; readonly url: string }
  | { readonly kind: 'empty-pages'; readonly count: number }
  | { readonly kind: 'rows-inserted'; readonly count: number }
  | { readonly kind: 'rows-repeated'; readonly count: number }
  | { readonly kind: 'rows-skipped'; readonly count: number }
  | { readonly kind: 'no-rows' }

/** The requests that a kind of fault can apply to, and its required and optional fields. */
interface Kind {
  readonly appliesTo: 'modifier' | 'any' | 'list' | 'cursor' | 'transactions' | 'token'
  readonly required?: t.Props
  readonly optional?: t.Props
}

/** A number of requests, or of pages. */
export const count = guardCodec(
  'an integer, 0 or more, or Infinity',
  (u): u is number => u === Infinity || integer(0).is(u),
)
const status = integer(200, 599)
const headerText = guardCodec(
  'a header value: Latin-1 text without line breaks',
  (u): u is string => typeof u === 'string' && isHeaderText(u),
)
const headers = guardCodec(
  'headers by name: names without spaces, values in Latin-1 without line breaks',
  (u): u is Readonly<Record<string, string>> =>
    object.is(u) && Object.entries(u).every(([name, value]) => isHeaderName(name) && headerText.is(value)),
)
const retryAfter = guardCodec('a number of seconds, 0 or more, or an HTTP date', (u): u is number | string =>
  typeof u === 'string' ? /^\d+$/.test(u) || isSome(httpDate(u)) : Number.isSafeInteger(u) && Number(u) >= 0,
)
const size = { bytes: integer(0) }

/**
 * The kinds of faults. `appliesTo` names the requests: any, lists, requests with a cursor, lists of transactions, or
 * requests with a recently issued token.
 */
export const faultKinds: Readonly<Record<FaultKind['kind'], Kind>> = {
  latency: {
    appliesTo: 'modifier',
    required: { ms: milliseconds(0) },
    optional: { side: t.keyof({ request: null, response: null }, "'request' or 'response'") },
  },
  'no-date': { appliesTo: 'modifier' },
  headers: { appliesTo: 'modifier', required: { headers } },
  'keys-reordered': { appliesTo: 'modifier' },
  skew: { appliesTo: 'modifier', required: { ms: finite } },
  silence: { appliesTo: 'any' },
  disconnect: { appliesTo: 'any' },
  unauthorized: { appliesTo: 'any' },
  'late-token': { appliesTo: 'token', required: { ms: milliseconds(0) } },
  forbidden: { appliesTo: 'any' },
  'rate-limit': { appliesTo: 'any', optional: { retryAfter } },
  'server-error': { appliesTo: 'any', optional: { status } },
  status: {
    appliesTo: 'any',
    required: { status },
    optional: { body: t.string, headers },
  },
  redirect: { appliesTo: 'any', required: { to: headerText }, optional: { status } },
  html: { appliesTo: 'any', optional: { status } },
  empty: { appliesTo: 'any' },
  huge: { appliesTo: 'any', required: size },
  'gzip-bomb': { appliesTo: 'any', required: size },
  'dead-cursor': { appliesTo: 'cursor', optional: { status } },
  cut: {
    appliesTo: 'any',
    optional: {
      bytes: integer(0),
      length: t.keyof({ declared: null, undeclared: null }, "'declared' or 'undeclared'"),
      ending: t.keyof({ end: null, reset: null }, "'end' or 'reset'"),
    },
  },
  truncated: { appliesTo: 'any' },
  'wrong-type': { appliesTo: 'any', required: { field: nonEmpty }, optional: { row: integer(0), value: t.unknown } },
  'repeated-cursor': { appliesTo: 'list' },
  cycle: { appliesTo: 'cursor' },
  'foreign-link': { appliesTo: 'list', required: { url: t.string } },
  'empty-pages': { appliesTo: 'list', required: { count } },
  'rows-inserted': { appliesTo: 'transactions', required: { count: integer(0) } },
  'rows-repeated': { appliesTo: 'cursor', required: { count: integer(0) } },
  'rows-skipped': { appliesTo: 'cursor', required: { count: integer(0) } },
  'no-rows': { appliesTo: 'list' },
}
