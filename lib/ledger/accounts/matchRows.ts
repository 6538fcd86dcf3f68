import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { type AccountRow, pairRows, type RowLikeness, rowsCodec, toAccountRows } from './pairRows.js'

/** The rows of one account under two ids. */
export interface RowSides {
  readonly before: ReadonlyArray<LedgerRow>
  readonly after: ReadonlyArray<LedgerRow>
}

/**
 * One row under two ids: `from` before, and `to` after.
 *
 * - `likeness`: `same` if day, amount and text are equal; `similar` if day and amount are equal, and one text has all words
 *   of the other, or if the day of an equal row was corrected; `amount` if day and amount are equal, and a row has no text.
 */
export interface MatchedRow {
  readonly from: string
  readonly to: string
  readonly likeness: RowLikeness
}

/**
 * What {@link matchRows} finds: the pairs, and the ids of the rows that only one side has. Each is in the order of days
 * and ids.
 */
export interface RowMatches {
  readonly links: ReadonlyArray<MatchedRow>
  readonly onlyBefore: ReadonlyArray<string>
  readonly onlyAfter: ReadonlyArray<string>
}

const sidesCodec = /* @__PURE__ */ options('options', { before: rowsCodec, after: rowsCodec }, {})

const toId = ({ id }: AccountRow): string => id

/**
 * Finds which row before is which row after, of one account that is continued under another id. Call it for a link of
 * {@link matchAccounts}.
 *
 * Rows whose texts have different words, such as two names or two numbers of cheques, are never one row. If both rows have
 * a text of the bank, only this text counts. Case, accents and punctuation do not.
 *
 * - Each row is in at most one pair.
 * - Equal rows, such as two coffees of one day, are paired in the order of their ids; other rows only if each is the only
 *   one that fits the other.
 * - A corrected day is at most three days away, both histories include both days, and no other equal row is near.
 *
 * Removed rows count in `before`, and not in `after`. Rows that are pending, not shown to users, or without a date, an
 * ISO 4217 currency in capitals or an exact amount are left out. Throws a `ConfigError` for wrong options.
 *
 * @example
 * import { matchRows } from 'rxbank/accounts'
 *
 * const row = { amount: -4.99, currency_code: 'EUR', date: '2026-01-31' }
 * const { links, onlyBefore, onlyAfter } = matchRows({
 *   before: [{ ...row, id: 1, clean_description: 'Streaming' }, { ...row, id: 2, date: '2024-01-31' }],
 *   after: [{ ...row, id: 81, clean_description: 'STREAMING' }],
 * })
 * assert.deepStrictEqual([links, onlyBefore, onlyAfter], [[{ from: '1', to: '81', likeness: 'same' }], ['2'], []])
 */
export const matchRows = (sides: RowSides): RowMatches => {
  const { before, after } = decodeOptions(sidesCodec, sides)
  const { pairs, onlyFrom, onlyTo } = pairRows(toAccountRows(before, true), toAccountRows(after, false))
  return {
    links: pairs.map(({ from, to, likeness }) => ({ from: from.id, to: to.id, likeness })),
    onlyBefore: onlyFrom.map(toId),
    onlyAfter: onlyTo.map(toId),
  }
}
