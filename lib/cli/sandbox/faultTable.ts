import { object } from '../../base/codec/object.js'
import { documentedProfile } from '../../service/profile/documentedProfile.js'
import type { FaultScope } from '../../testing/sandbox/Fault.js'
import type { FaultKind } from '../../testing/sandbox/faultKinds.js'
import { suggestion } from './suggestion.js'

/**
 * A parameter in text form: its description for messages and help, and its parser, which returns `undefined` for
 * invalid text.
 */
interface Parameter<A> {
  readonly expected: string
  readonly parse: (text: string) => A | undefined
  /** The end of a message: a suggestion for invalid text, or nothing. */
  readonly suggest?: (text: string) => string
}

const numberIn = (text: string, pattern: RegExp, min: number, max: number): number | undefined => {
  const value = pattern.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

/** An integer from `min` to `max`. */
const integerParameter = (expected: string, min = 0, max = Number.MAX_SAFE_INTEGER): Parameter<number> => ({
  expected,
  parse: (text) => numberIn(text, /^-?\d{1,16}$/, min, max),
})

/** How many times a fault applies: an integer, or `all`. */
const times: Parameter<number> = {
  expected: 'an integer, or all',
  parse: (text) => (text === 'all' ? Infinity : integerParameter('').parse(text)),
}

/** A probability from 0 to 1. */
const probability: Parameter<number> = {
  expected: 'a probability from 0 to 1',
  parse: (text) => numberIn(text, /^\d{0,9}\.?\d{1,9}$/, 0, 1),
}

/** Any text. */
const anyText: Parameter<string> = { expected: 'text', parse: (text) => text }

/** Seconds, or any other text, such as a date. */
const retryAfter: Parameter<number | string> = {
  expected: 'seconds, or a date',
  parse: (text) => integerParameter('').parse(text) ?? text,
}

const routes = Object.keys(documentedProfile.paths)

/** The requests that a fault applies to: the name of a route, or a path. */
const target: Parameter<string> = {
  expected: 'the name of a route, or a path',
  parse: (text) => (text.startsWith('/') || routes.includes(text) ? text : undefined),
  suggest: (text) => suggestion(text, routes),
}

/** JSON, or any other text. */
const anyValue: Parameter<unknown> = {
  expected: 'JSON, or text',
  parse: (text): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  },
}

/** An object of strings, as JSON. */
const texts: Parameter<Readonly<Record<string, string>>> = {
  expected: 'JSON such as {"RateLimit-Reset":"5"}',
  parse: (text) => {
    const value = anyValue.parse(text)
    const isRecord = object.is(value)
    return isRecord && Object.values(value).every((entry) => typeof entry === 'string')
      ? (value as Readonly<Record<string, string>>)
      : undefined
  },
}

/** One of some words. */
const oneOf = <A extends string>(expected: string, words: ReadonlyArray<A>): Parameter<A> => ({
  expected,
  parse: (text) => words.find((word) => word === text),
  suggest: (text) => suggestion(text, words),
})

/** The parameters of a kind of fault, by their names. */
export type FaultParameters = Readonly<Record<string, Parameter<unknown>>>

/** A kind of fault: its help text, its required parameters and its optional ones. */
export interface FaultRow {
  readonly help: string
  readonly required?: FaultParameters
  readonly optional?: FaultParameters
}

type Fields<K extends FaultKind['kind']> = Exclude<keyof Extract<FaultKind, { readonly kind: K }>, 'kind'>
type ParametersOf<K extends FaultKind['kind']> = Readonly<Partial<Record<Fields<K>, Parameter<unknown>>>>

interface Row<K extends FaultKind['kind']> {
  readonly help: string
  readonly required?: ParametersOf<K>
  readonly optional?: ParametersOf<K>
}

const status = integerParameter('a status, 200 to 599', 200, 599)
const count = integerParameter('an integer')
const ms = integerParameter('milliseconds, 0 or more')
const shift = integerParameter('milliseconds', -Number.MAX_SAFE_INTEGER)
const length = oneOf('declared or undeclared', ['declared', 'undeclared'] as const)
const ending = oneOf('end or reset', ['end', 'reset'] as const)
const side = oneOf('request or response', ['request', 'response'] as const)

const rows: { readonly [K in FaultKind['kind']]: Row<K> } = {
  latency: { help: 'a delay', required: { ms }, optional: { side } },
  'no-date': { help: 'no Date header' },
  headers: { help: 'more headers, as JSON', required: { headers: texts } },
  'keys-reordered': { help: 'keys in another order' },
  skew: { help: 'a clock that is ahead', required: { ms: shift } },
  silence: { help: 'no response, ever' },
  disconnect: { help: 'connection lost before the response' },
  unauthorized: { help: '401' },
  'late-token': { help: '401 to a recent token', required: { ms } },
  forbidden: { help: '403' },
  'rate-limit': { help: '429, with Retry-After', optional: { retryAfter } },
  'server-error': { help: '500, or status', optional: { status } },
  status: { help: 'status, with body', required: { status }, optional: { body: anyText } },
  redirect: { help: '302, or status', required: { to: anyText }, optional: { status } },
  html: { help: '200, or status, with a page in HTML', optional: { status } },
  empty: { help: '200 with an empty body' },
  huge: { help: '200 with a huge JSON body', required: { bytes: count } },
  'gzip-bomb': { help: 'the same, compressed', required: { bytes: count } },
  'dead-cursor': { help: '410, or status, to a cursor', optional: { status } },
  cut: { help: 'the connection ends in the body', optional: { bytes: count, length, ending } },
  truncated: { help: 'the body ends in the middle' },
  'wrong-type': {
    help: 'a field is value, or missing',
    required: { field: anyText },
    optional: { row: count, value: anyValue },
  },
  'repeated-cursor': { help: 'the next page is the same page' },
  cycle: { help: 'the next page is the first' },
  'foreign-link': { help: 'the next page is elsewhere', required: { url: anyText } },
  'empty-pages': { help: 'empty pages before the rows', required: { count } },
  'rows-inserted': { help: 'transactions inserted before it', required: { count } },
  'rows-repeated': { help: 'rows of the previous page again', required: { count } },
  'rows-skipped': { help: 'rows missing before the page', required: { count } },
  'no-rows': { help: 'a list without rows' },
}

/** All faults by kind; options, messages and help are made from this table. */
export const faultTable: Readonly<Record<string, FaultRow>> = rows

/** The parameters that every fault has: which requests it applies to. */
export const scope: { readonly [F in keyof FaultScope]-?: Parameter<unknown> } = {
  on: target,
  times,
  after: count,
  probability: probability,
  duration: ms,
}
