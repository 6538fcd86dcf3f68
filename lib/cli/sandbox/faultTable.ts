import type { FaultKind, FaultScope } from '../../sandbox.js'
import {
  anyText,
  anyValue,
  oneOf,
  type Parameter,
  retryAfter,
  share,
  target,
  texts,
  times,
  whole,
} from './faultParameters.js'

/** Parameters by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

/** A kind of fault: its help text, its required parameters and its optional ones. */
export interface FaultRow {
  readonly says: string
  readonly needs?: Parameters
  readonly may?: Parameters
}

type Fields<K extends FaultKind['kind']> = Exclude<keyof Extract<FaultKind, { readonly kind: K }>, 'kind'>
type Own<K extends FaultKind['kind']> = Readonly<Partial<Record<Fields<K>, Parameter<unknown>>>>

interface Row<K extends FaultKind['kind']> {
  readonly says: string
  readonly needs?: Own<K>
  readonly may?: Own<K>
}

const status = whole('a status, 200 to 599', 200, 599)
const count = whole('a whole number')
const ms = whole('milliseconds, 0 or more')
const shift = whole('milliseconds', -Number.MAX_SAFE_INTEGER)
const length = oneOf('declared or undeclared', ['declared', 'undeclared'] as const)
const by = oneOf('end or reset', ['end', 'reset'] as const)
const side = oneOf('request or answer', ['request', 'answer'] as const)

const rows: { readonly [K in FaultKind['kind']]: Row<K> } = {
  latency: { says: 'comes late', needs: { ms }, may: { side } },
  'no-date': { says: 'no Date header' },
  headers: { says: 'headers of the answer, as JSON', needs: { headers: texts } },
  'keys-reordered': { says: 'keys in another order' },
  skew: { says: 'Date and expires_at are ahead', needs: { ms: shift } },
  silence: { says: 'no answer, ever' },
  disconnect: { says: 'the connection is lost before the answer' },
  unauthorized: { says: '401' },
  'late-token': { says: '401 to a token that is younger', needs: { ms } },
  forbidden: { says: '403' },
  'rate-limit': { says: '429, with Retry-After', may: { retryAfter } },
  'server-error': { says: '500, or status', may: { status } },
  status: { says: 'status, with body', needs: { status }, may: { body: anyText } },
  redirect: { says: '302, or status', needs: { to: anyText }, may: { status } },
  html: { says: '200, or status, with a page in HTML', may: { status } },
  empty: { says: '200 with an empty body' },
  huge: { says: '200 with so many bytes of JSON', needs: { bytes: count } },
  'gzip-bomb': { says: 'the same, compressed', needs: { bytes: count } },
  'dead-cursor': { says: '410, or status, to a cursor', may: { status } },
  cut: { says: 'the connection ends in the body', may: { at: count, length, by } },
  truncated: { says: 'the body ends in the middle' },
  'wrong-type': {
    says: 'a field is value, or missing',
    needs: { field: anyText },
    may: { row: count, value: anyValue },
  },
  'repeated-cursor': { says: 'the next page is the same again' },
  cycle: { says: 'the next page is the first' },
  'foreign-link': { says: 'the next page is elsewhere', needs: { url: anyText } },
  'empty-pages': { says: 'so many empty pages come first', needs: { count } },
  'rows-inserted': { says: 'transactions are made before the answer', needs: { count } },
  'rows-repeated': { says: 'rows of the page before come again', needs: { count } },
  'rows-skipped': { says: 'rows are missing before the page', needs: { count } },
  'no-rows': { says: 'a list without rows' },
}

/** All faults by kind; options, messages and help are made from this table. */
export const faultTable: Readonly<Record<string, FaultRow>> = rows

/** The parameters that every fault has: which requests it applies to. */
export const scope: { readonly [F in keyof FaultScope]-?: Parameter<unknown> } = {
  on: target,
  times,
  after: count,
  probability: share,
  lasts: ms,
}
