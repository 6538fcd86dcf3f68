import { functionCodec, guardCodec } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { linkRows, type MatchRule, type PostedLink } from './linkRows.js'
import { type MatchFields, matchFieldsOf, type PostableRow } from './MatchFields.js'

/** When an added transaction is considered the successor of a removed one. */
export interface MatchPostedConfig {
  /** The maximum number of days between their dates, 0 to 366; default 7. */
  readonly days?: number
  /**
   * The maximum difference of their amounts, as a share of the removed row's amount, 0 to 1; default 0, which means
   * equal.
   */
  readonly tolerance?: number
  /** The minimum similarity of their descriptions, 0 to 1; default 0.5. */
  readonly similarity?: number
  /**
   * Returns the lineage of an account, as `lineageOf` of `rxbank/accounts` does: rows of two accounts with the same lineage
   * count as rows of one account. It is called each time rows are matched. Default: the id of the account.
   */
  readonly lineageOf?: (accountId: number) => number | string
}

/** Transactions that were removed and added, in any order. */
export interface RemovedAndAdded {
  readonly removed: ReadonlyArray<PostableRow>
  readonly added: ReadonlyArray<PostableRow>
}

const share = /* @__PURE__ */ guardCodec(
  'a number, 0 to 1',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 1,
)

/** @internal The fields of the codec of {@link MatchPostedConfig}. */
export const matchOptions = {
  days: /* @__PURE__ */ integer(0, 366),
  tolerance: share,
  similarity: share,
  lineageOf: /* @__PURE__ */ functionCodec<(accountId: number) => number | string>(
    'a function of the id of an account',
  ),
}

const configCodec = /* @__PURE__ */ options('options', {}, matchOptions)

/**
 * @internal The rule of a configuration, with defaults.
 */
export const ruleOf = ({
  days = 7,
  tolerance = 0,
  similarity = 0.5,
  lineageOf = (accountId) => accountId,
}: MatchPostedConfig): MatchRule => ({ days, tolerance, similarity, lineageOf })

/**
 * The matching fields of rows, by id. If several rows have the same id, the last one is used. Rows that cannot be
 * matched are omitted.
 */
const matchFieldsById = (rows: ReadonlyArray<PostableRow>): ReadonlyMap<number, MatchFields> =>
  new Map(rows.flatMap((row) => matchFieldsOf(row, 0) ?? []).map((fields) => [fields.id, fields]))

/**
 * Finds the removed transactions that were replaced by added ones: when a pending transaction is posted, the service
 * deletes it and creates another one with a new id.
 *
 * Two transactions are linked if all of these conditions hold:
 *
 * - both rows have an `amount` and a `date`, and the same account or lineage, and the same `currency_code`;
 * - amounts of the same sign, which are equal or differ by at most `tolerance`;
 * - a `date` within `days`, before or after;
 * - descriptions with a similarity of at least `similarity`: twice the number of common words, divided by the number of
 *   all words. The description is `clean_description` or `description` if both rows have one, otherwise
 *   `bank_description` or `raw_description`; words with digits do not count;
 * - no other removed row matches the added one, and no other added row matches the removed one.
 *
 * So no row is in two links, the order of rows does not matter, and a link does not depend on other rows being present.
 * The result is an inference: two equal transactions are not linked, one whose amount changes by more than `tolerance`
 * is not linked, and two similar payments may be linked by mistake. A row without a description is linked only with
 * `similarity: 0`.
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
  const removedById = matchFieldsById(removed)
  const addedFields = Array.from(matchFieldsById(added).values()).filter(({ id }) => !removedById.has(id))
  return linkRows(Array.from(removedById.values()), addedFields, ruleOf(decodeOptions(configCodec, config)))
}
