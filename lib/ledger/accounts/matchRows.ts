import type { LedgerRow } from '../toLedgerEntry.js'
import { type AccountRow, pairRows, type RowLikeness, toAccountRows } from './pairRows.js'

/** The rows of one account under two ids. */
export interface RowSides {
  readonly before: ReadonlyArray<LedgerRow>
  readonly after: ReadonlyArray<LedgerRow>
}

/**
 * One row under two ids: `from` before, and `to` after.
 *
 * - `likeness`: `same` if day, amount and text are equal; `similar` if the amount is equal, the text similar, and the days
 *   are at most three apart; `amount` if only day and amount are equal, and no other row fits.
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

const toId = ({ id }: AccountRow): string => id

/**
 * Finds which row before is which row after, of one account that is continued under another id. Call it for a link of
 * {@link matchAccounts}.
 *
 * Each row is in at most one pair. Equal rows, such as two coffees of one day, are paired in the order of their ids; other
 * rows only if each is the only one that fits the other. Removed rows count in `before`, and not in `after`. Rows that are
 * pending, not shown to users, or without a date or an exact amount are left out.
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
export const matchRows = ({ before, after }: RowSides): RowMatches => {
  const { pairs, onlyFrom, onlyTo } = pairRows(toAccountRows(before, true), toAccountRows(after, false))
  return {
    links: pairs.map(({ from, to, likeness }) => ({ from: from.id, to: to.id, likeness })),
    onlyBefore: onlyFrom.map(toId),
    onlyAfter: onlyTo.map(toId),
  }
}
