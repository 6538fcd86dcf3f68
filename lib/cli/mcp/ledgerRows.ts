import { map, type Observable } from 'rxjs'
import type { LedgerRow } from '../../ledger/toLedgerEntry.js'
import type { BankSource } from './checkedTool.js'

/**
 * The maximum number of transactions that a tool compares. More would take seconds, during which the server cannot
 * answer.
 */
export const maxLedgerRows = 10_000

/** The maximum length of a text that is compared. */
const maxTextLength = 500

/** The newest transactions of a user, and whether older ones were left out. */
export interface LedgerRows {
  readonly rows: ReadonlyArray<LedgerRow>
  readonly isTruncated: boolean
}

/** Reads the newest transactions of a user from a view, without those of duplicates, in the form that the functions of the ledger expect. */
export const readLedgerRows = (
  { database, user }: BankSource,
  view: 'booked_transactions' | 'shown_transactions',
): Observable<LedgerRows> => {
  const pending = view === 'shown_transactions' ? 'is_future' : 'NULL AS is_future'
  return database
    .query(
      `SELECT id, lineage_id AS account_id, CAST(date AS text) AS date, CAST(amount AS double precision) AS amount, currency_code,
         substr(description, 1, ${String(maxTextLength)}) AS clean_description,
         substr(raw_description, 1, ${String(maxTextLength)}) AS provider_description,
         ${database.jsonText('row', 'operation_type')} AS operation_type, ${pending}
       FROM ${database.table(view)} WHERE user_id = $1 AND duplicate_of IS NULL AND date IS NOT NULL
       ORDER BY date DESC, id DESC LIMIT ${String(maxLedgerRows + 1)}`,
      [user],
    )
    .pipe(
      map((rows) => ({
        rows: rows.slice(0, maxLedgerRows) as unknown as ReadonlyArray<LedgerRow>,
        isTruncated: rows.length > maxLedgerRows,
      })),
    )
}
