import { combineLatest, map, type Observable } from 'rxjs'
import { matchTransfers } from '../../ledger/transfers/matchTransfers.js'
import type { TransferMatches } from '../../ledger/transfers/Transfer.js'
import type { OwnAccount } from '../../ledger/transfers/TransferConfig.js'
import type { BankSource } from './checkedTool.js'
import { readLedgerRows } from './ledgerRows.js'

/** The maximum number of accounts whose names and IBANs are looked for. */
export const maxAccounts = 500

/** The transfers of a user, and whether older transactions or further accounts were left out. */
export interface OwnTransfers extends TransferMatches {
  readonly isTruncated: boolean
}

/** Finds the transfers between the user's own accounts, among the newest booked transactions. Emits once. */
export const readTransfers = (source: BankSource): Observable<OwnTransfers> => {
  const { database, user } = source
  const accounts$ = database
    .query(
      `SELECT lineage_id AS id, name, iban, type, currency_code FROM ${database.table('present_accounts')}
       WHERE user_id = $1 AND duplicate_of IS NULL ORDER BY lineage_id LIMIT ${String(maxAccounts + 1)}`,
      [user],
    )
    .pipe(map((rows) => rows as unknown as ReadonlyArray<OwnAccount>))
  return combineLatest([accounts$, readLedgerRows(source, 'booked_transactions')]).pipe(
    map(([accounts, { rows, isTruncated }]) => ({
      ...matchTransfers(rows, { accounts: accounts.slice(0, maxAccounts) }),
      isTruncated: isTruncated || accounts.length > maxAccounts,
    })),
  )
}
