import type { DatabaseSync } from '@photostructure/sqlite'
import { toHundredths } from './toHundredths.js'

/** A connection to the database of the mirror. */
export type Database = InstanceType<typeof DatabaseSync>

/** A transaction of the bank that belongs into the books. `pendingId`: the pending row that it replaces. */
export interface BankRow {
  readonly id: string
  readonly account: string
  readonly date: string
  readonly hundredths: number
  readonly isPending: boolean
  readonly text: string
  readonly bankText: string
  readonly pendingId: string | undefined
}

/** Whose rows are read, and of which currency: a budget has one. */
export interface Bank {
  readonly database: Database
  readonly user: string
  readonly currency: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '')

/** The names of the accounts that the mirror has now, by their ids. */
export const readAccounts = ({ database, user, currency }: Bank): ReadonlyMap<string, string> =>
  new Map(
    database
      .prepare('SELECT id, name FROM rxbank_present_accounts WHERE user_id = ? AND currency_code = ?')
      .all(user, currency)
      .map(({ id, name }) => [String(id), textOf(name)] as const),
  )

/** The ids of all transactions of accounts, also of those that were removed. */
export const readIdsOf = ({ database, user }: Bank, accounts: ReadonlyArray<string>): ReadonlyArray<string> =>
  database
    .prepare('SELECT id FROM rxbank_transactions WHERE user_id = ? AND account_id IN (SELECT value FROM json_each(?))')
    .all(user, JSON.stringify(accounts))
    .map(({ id }) => String(id))

/** The rows that the mirror has now: those with these ids, and those that replace one of them; without ids, all. */
export const readRows = ({ database, user, currency }: Bank, ids?: ReadonlyArray<string>): ReadonlyArray<BankRow> => {
  const asked = 'SELECT value FROM json_each(?3)'
  return database
    .prepare(
      `SELECT id, account_id, date, CAST(minor_units AS text) AS minor_units, description, raw_description, is_future, pending_id
       FROM rxbank_shown_transactions
       WHERE user_id = ?1 AND currency_code = ?2 AND date IS NOT NULL AND minor_units IS NOT NULL
         AND (?3 IS NULL OR id IN (${asked}) OR pending_id IN (${asked}))
       ORDER BY date, id`,
    )
    .all(user, currency, ids === undefined ? null : JSON.stringify(ids))
    .flatMap((row) => {
      const hundredths = toHundredths(BigInt(String(row.minor_units)), currency)
      if (hundredths === undefined) return []
      return {
        id: String(row.id),
        account: String(row.account_id),
        date: String(row.date),
        hundredths,
        isPending: row.is_future === 1,
        text: textOf(row.description),
        bankText: textOf(row.raw_description),
        pendingId: typeof row.pending_id === 'string' ? row.pending_id : undefined,
      }
    })
}
