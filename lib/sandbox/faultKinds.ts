import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { finite } from '../codec/finite.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import type { FaultKind } from './FaultKind.js'

/** The requests that a kind of fault can apply to, and its required and optional fields. */
interface Kind {
  readonly appliesTo: 'modifier' | 'any' | 'list' | 'cursor' | 'transactions' | 'token'
  readonly required?: t.Props
  readonly optional?: t.Props
}

/** A number of requests, or of pages. */
export const count = check(
  'a whole number, 0 or more, or Infinity',
  (u): u is number => u === Infinity || integer(0).is(u),
)
const status = integer(200, 599)
const headers = t.record(t.string, t.string, 'headers')
const size = { bytes: integer(0) }

/**
 * The kinds of faults. `appliesTo` names the requests: any, lists, requests with a cursor, lists of transactions, or
 * requests with a young token.
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
  'rate-limit': { appliesTo: 'any', optional: { retryAfter: t.union([t.number, t.string], 'a number or a text') } },
  'server-error': { appliesTo: 'any', optional: { status } },
  status: {
    appliesTo: 'any',
    required: { status },
    optional: { body: t.string, headers },
  },
  redirect: { appliesTo: 'any', required: { to: t.string }, optional: { status } },
  html: { appliesTo: 'any', optional: { status } },
  empty: { appliesTo: 'any' },
  huge: { appliesTo: 'any', required: size },
  'gzip-bomb': { appliesTo: 'any', required: size },
  'dead-cursor': { appliesTo: 'cursor', optional: { status } },
  cut: {
    appliesTo: 'any',
    optional: {
      at: integer(0),
      length: t.keyof({ declared: null, undeclared: null }, "'declared' or 'undeclared'"),
      by: t.keyof({ end: null, reset: null }, "'end' or 'reset'"),
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
