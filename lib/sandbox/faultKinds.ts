import * as t from 'io-ts'
import { check } from '../codec/check.js'
import { finite } from '../codec/finite.js'
import { integer } from '../codec/integer.js'
import { milliseconds } from '../codec/milliseconds.js'
import { nonEmpty } from '../codec/nonEmpty.js'
import type { FaultKind } from './FaultKind.js'

/** What a kind can meet, and the options that it has: those that must be there, and those that may. */
interface Kind {
  readonly meets: 'modifier' | 'any' | 'list' | 'cursor' | 'transactions'
  readonly required?: t.Props
  readonly optional?: t.Props
}

/** A number of requests, or of pages. */
export const count = check(
  'a whole number, 0 or more, or Infinity',
  (u): u is number => u === Infinity || integer(0).is(u),
)
const status = integer(200, 599)
const size = { bytes: integer(0) }

/** The kinds of faults: which requests each can meet, any, lists, those with a cursor, or those of transactions. */
export const faultKinds: Readonly<Record<FaultKind['kind'], Kind>> = {
  latency: {
    meets: 'modifier',
    required: { ms: milliseconds(0) },
    optional: { side: t.keyof({ request: null, answer: null }, "'request' or 'answer'") },
  },
  'no-date': { meets: 'modifier' },
  skew: { meets: 'modifier', required: { ms: finite } },
  silence: { meets: 'any' },
  disconnect: { meets: 'any' },
  unauthorized: { meets: 'any' },
  'rate-limit': { meets: 'any', optional: { retryAfter: t.union([t.number, t.string], 'a number or a text') } },
  'server-error': { meets: 'any', optional: { status } },
  status: {
    meets: 'any',
    required: { status },
    optional: { body: t.string, headers: t.record(t.string, t.string, 'headers') },
  },
  redirect: { meets: 'any', required: { to: t.string }, optional: { status } },
  html: { meets: 'any' },
  empty: { meets: 'any' },
  huge: { meets: 'any', required: size },
  'gzip-bomb': { meets: 'any', required: size },
  'dead-cursor': { meets: 'cursor', optional: { status } },
  cut: {
    meets: 'any',
    optional: {
      at: integer(0),
      length: t.keyof({ told: null, untold: null }, "'told' or 'untold'"),
      by: t.keyof({ end: null, reset: null }, "'end' or 'reset'"),
    },
  },
  truncated: { meets: 'any' },
  'wrong-type': { meets: 'any', required: { field: nonEmpty }, optional: { row: integer(0), value: t.unknown } },
  'repeated-cursor': { meets: 'list' },
  cycle: { meets: 'cursor' },
  'foreign-link': { meets: 'list', required: { url: t.string } },
  'empty-pages': { meets: 'list', required: { count } },
  'rows-inserted': { meets: 'transactions', required: { count: integer(0) } },
  'rows-repeated': { meets: 'cursor', required: { count: integer(0) } },
}
