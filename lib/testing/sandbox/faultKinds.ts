import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/integer.js'
import { milliseconds } from '../../base/codec/milliseconds.js'
import { nonEmpty } from '../../base/codec/nonEmpty.js'
import { object } from '../../base/codec/object.js'
import { isHeaderText } from '../../http/callerHeaders.js'
import { httpDate } from '../../http/httpDate.js'
import { isHeaderName } from '../../service/profile/requestIdHeader.js'
import type { FaultKind } from './FaultKind.js'

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
    optional: { side: t.keyof({ request: null, answer: null }, "'request' or 'answer'") },
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
