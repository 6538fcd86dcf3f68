import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { options } from '../../base/codec/options.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import type { RowLink } from './Decisions.js'
import { compareIds } from './OpenRow.js'
import type { Transfer, TransferCandidate, TransferMatches } from './Transfer.js'
import { isCandidate, TransferBook } from './TransferBook.js'
import { type TransferConfig, transferFields, transferRule } from './TransferConfig.js'
import { type TransferDecision, transferDecision } from './TransferDecision.js'

/** The options of {@link matchTransfers}. */
export interface MatchTransfersConfig extends TransferConfig {
  /** The person's decisions, oldest first. */
  readonly decisions?: ReadonlyArray<TransferDecision>
  /**
   * The links of pending rows to posted ones, oldest first. A decision about the pending row also applies to the posted
   * one.
   */
  readonly links?: ReadonlyArray<RowLink>
}

const rowId = /* @__PURE__ */ guardCodec(
  'the id of a row',
  (u): u is number | string => typeof u === 'number' || typeof u === 'string',
)

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  {
    ...transferFields,
    decisions: /* @__PURE__ */ list(transferDecision),
    links: /* @__PURE__ */ list(/* @__PURE__ */ record('link', { pending: rowId, posted: rowId }, {})),
  },
)

const byDate = (one: Transfer, other: Transfer): number =>
  one.from.date < other.from.date
    ? -1
    : Number(one.from.date > other.from.date) || compareIds(one.from.id, other.from.id) || compareIds(one.id, other.id)

/**
 * Finds the transfers between the accounts of one person. A transfer is two rows on two accounts: a debit and a credit.
 *
 * Two rows are a pair if their amounts are exactly opposite, in one currency, and their dates are at most `days` apart.
 * The evidence for a pair is, from the strongest to the weakest: the IBAN of the other account in a text, its name or
 * the person's name, transfer words in both texts, and the amount alone. Pairs with the strongest evidence are matched
 * first:
 *
 * - A pair is a transfer if neither row has another pair with as much evidence.
 * - If the same number of rows left one account and arrived on another, they are transfers in the order of their days.
 * - All other pairs are candidates, about which a person decides: they have `alternatives`, or other `doubts`.
 * - Two rows are no pair if the IBAN in a text belongs to a third account.
 *
 * Rows that are pending, removed, not shown to users, or without an account, a date or an exact amount are left out.
 * The result does not depend on the order of rows; of two rows with the same id, the last one counts. Throws a
 * `ConfigError` for wrong options.
 *
 * @example
 * import { matchTransfers } from 'rxbank/transfers'
 *
 * const { transfers, candidates } = matchTransfers([
 *   { id: 7, account_id: 1, amount: -50, currency_code: 'EUR', date: '2026-03-06', clean_description: 'Vers Livret A' },
 *   { id: 12, account_id: 2, amount: 50, currency_code: 'EUR', date: '2026-03-09', clean_description: 'Virement' },
 * ])
 * assert.deepStrictEqual([transfers.map(({ id }) => id), candidates], [['7~12'], []])
 */
export const matchTransfers = (rows: ReadonlyArray<LedgerRow>, config: MatchTransfersConfig = {}): TransferMatches => {
  const { decisions = [], links = [], ...rule } = decodeOptions(configCodec, config)
  const book = new TransferBook(transferRule(rule))
  for (const row of rows) book.put(String(row.id), row)
  for (const decision of decisions) book.decide(decision)
  for (const link of links) book.link(link)
  book.settle()
  const transfers: Array<Transfer> = []
  const candidates: Array<TransferCandidate> = []
  for (const match of book.all()) {
    if (isCandidate(match)) candidates.push(match)
    else transfers.push(match)
  }
  return { transfers: transfers.sort(byDate), candidates: candidates.sort(byDate) }
}
