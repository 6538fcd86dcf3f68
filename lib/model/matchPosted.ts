import { check } from '../codec/check.js'
import { integer } from '../codec/integer.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import { type MatchRule, matchTraces, type PostedLink } from './matchTraces.js'
import { type PostableRow, type PostedTrace, traceOf } from './postedTrace.js'

/** When an added transaction is considered the successor of a removed one. */
export interface MatchPostedConfig {
  /** The most days between their dates, 0 to 366; default 7. */
  readonly days?: number
  /**
   * The greatest difference of their amounts, as a share of the removed one's, 0 to 1; default 0, which means equal.
   */
  readonly tolerance?: number
  /** The least similarity of their descriptions, 0 to 1; default 0.5. */
  readonly similarity?: number
}

/** Transactions that were removed and added, in any order. */
export interface RemovedAndAdded {
  readonly removed: ReadonlyArray<PostableRow>
  readonly added: ReadonlyArray<PostableRow>
}

const share = /* @__PURE__ */ check('a number, 0 to 1', (u): u is number => typeof u === 'number' && u >= 0 && u <= 1)

/** @internal The fields of the codec of {@link MatchPostedConfig}. */
export const matchFields = { days: /* @__PURE__ */ integer(0, 366), tolerance: share, similarity: share }

const configCodec = /* @__PURE__ */ options('options', {}, matchFields)

/**
 * @internal The rule of a configuration, with defaults.
 */
export const ruleOf = ({ days = 7, tolerance = 0, similarity = 0.5 }: MatchPostedConfig): MatchRule => ({
  days,
  tolerance,
  similarity,
})

/** The traces of rows by id, of the last row of each id; rows that cannot be matched have none. */
const traces = (rows: ReadonlyArray<PostableRow>): ReadonlyMap<number, PostedTrace> =>
  new Map(rows.flatMap((row) => traceOf(row, 0) ?? []).map((trace) => [trace.id, trace]))

/**
 * Finds which of the added transactions is the successor of which removed one: a pending one is deleted when it posts,
 * and made anew under another id.
 *
 * Two are linked where all this holds:
 *
 * - the same account and the same `currency_code`, and both rows have these, an `amount` and a `date`;
 * - amounts of the same sign, equal, or different by `tolerance`;
 * - a `date` within `days`, before or after;
 * - descriptions of which `similarity` is common: twice the common words by all words, of `clean_description` or
 *   `description` where both have one, else of `bank_description` or `raw_description`; words with digits do not count;
 * - no other removed row fits that successor, and no other added row that predecessor: what is ambiguous is not linked.
 *
 * So no row is in two links, the order of rows does not matter, and a link stays when other rows are left out. It is an
 * inference: of twins neither is linked, an amount that changes by more than `tolerance` is none, and two payments that
 * are alike may be taken for one. A row without texts is linked with `similarity: 0` alone.
 *
 * @example
 * import { matchPosted } from 'rxbank'
 *
 * const spotify = { account_id: 7, currency_code: 'EUR', amount: -4.99, description: 'Spotify' }
 * const links = matchPosted({
 *   removed: [{ ...spotify, id: 1, date: '2023-04-20' }],
 *   added: [{ ...spotify, id: 2, date: '2023-04-22', description: 'Spotify AB' }],
 * })
 * assert.deepStrictEqual(links, [{ pending: 1, posted: 2 }])
 */
export const matchPosted = (
  { removed, added }: RemovedAndAdded,
  config: MatchPostedConfig = {},
): ReadonlyArray<PostedLink> => {
  const left = traces(removed)
  const came = Array.from(traces(added).values()).filter(({ id }) => !left.has(id))
  return matchTraces(Array.from(left.values()), came, ruleOf(decodeOptions(configCodec, config)))
}
