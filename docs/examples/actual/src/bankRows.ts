import type { DatabaseSync } from '@photostructure/sqlite'
import { toHundredths } from './toHundredths.js'

/** A connection to the database of the mirror. */
export type Database = InstanceType<typeof DatabaseSync>

/**
 * A transaction of the bank that belongs into the books.
 *
 * - `id`: the first id that it has had; `laterIds`: the ids that it got when its bank was connected again.
 * - `account`: the lineage of its account.
 * - `pendingId`: the pending row that it replaces.
 */
export interface BankRow {
  readonly id: string
  readonly laterIds: ReadonlyArray<string>
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

/** The accounts of the bank. */
export interface BankAccounts {
  /** The names of the accounts that the mirror has now, by their lineages. */
  readonly names: ReadonlyMap<string, string>
  /** The lineage of an account: the id that it had before its bank was connected again. */
  readonly lineageOf: (id: string) => string
}

export const readAccounts = ({ database, user, currency }: Bank): BankAccounts => {
  const names = database
    .prepare(
      `SELECT lineage_id, name FROM rxbank_present_accounts
       WHERE user_id = ?1 AND coalesce(currency_code, ?2) = ?2 AND duplicate_of IS NULL`,
    )
    .all(user, currency)
  const lineages = new Map(
    database
      .prepare('SELECT id, lineage_id FROM rxbank_accounts WHERE user_id = ? AND lineage_id IS NOT NULL')
      .all(user)
      .map(({ id, lineage_id }) => [String(id), String(lineage_id)]),
  )
  return {
    names: new Map(names.map(({ lineage_id, name }) => [String(lineage_id), textOf(name)])),
    lineageOf: (id) => lineages.get(id) ?? id,
  }
}

/** The ids of all transactions of accounts and of the accounts that are the same ones, also of removed transactions. */
export const readIdsOf = ({ database, user }: Bank, accounts: ReadonlyArray<string>): ReadonlyArray<string> =>
  database
    .prepare(
      `SELECT id FROM rxbank_transactions WHERE user_id = ?1 AND account_id IN (
         SELECT same.id FROM rxbank_accounts AS account
         JOIN rxbank_accounts AS same ON same.user_id = account.user_id
           AND coalesce(same.lineage_id, same.id) = coalesce(account.lineage_id, account.id)
         WHERE account.user_id = ?1 AND account.id IN (SELECT value FROM json_each(?2)))`,
    )
    .all(user, JSON.stringify(accounts))
    .map(({ id }) => String(id))

/** Whether accounts were ever linked: the mirror then has the tables for it. */
const hasLinks = ({ database }: Bank): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rxbank_row_links'").get() !== undefined

/** Returns a function from an id of a transaction to all ids that it has had, oldest first. */
export const readRowIds = (bank: Bank): ((id: string) => ReadonlyArray<string>) => {
  const links = hasLinks(bank)
    ? bank.database.prepare('SELECT from_id, to_id FROM rxbank_row_links WHERE user_id = ?').all(bank.user)
    : []
  const earlier = new Map(links.map(({ from_id, to_id }) => [String(to_id), String(from_id)]))
  const later = new Map(links.map(({ from_id, to_id }) => [String(from_id), String(to_id)]))
  const follow = (id: string, next: ReadonlyMap<string, string>): ReadonlyArray<string> => {
    const ids = new Set<string>()
    for (let found = next.get(id); found !== undefined && !ids.has(found); found = next.get(found)) ids.add(found)
    return [...ids]
  }
  return (id) => [...new Set([...[...follow(id, earlier)].reverse(), id, ...follow(id, later)])]
}

/**
 * The rows that the mirror has now, and those that only an account had before its bank was connected again: the rows with
 * these ids, and those that replace one of them; without ids, all. An account under two connections counts once.
 */
export const readRows = (
  bank: Bank,
  idsOf: (id: string) => ReadonlyArray<string>,
  ids?: ReadonlyArray<string>,
): ReadonlyArray<BankRow> => {
  const { database, user, currency } = bank
  const asked = 'SELECT value FROM json_each(?3)'
  return database
    .prepare(
      `SELECT id, lineage_id, date, CAST(minor_units AS text) AS minor_units, description, raw_description, is_future,
         pending_id
       FROM ${hasLinks(bank) ? 'rxbank_lineage_transactions' : 'rxbank_shown_transactions'}
       WHERE user_id = ?1 AND currency_code = ?2 AND date IS NOT NULL AND minor_units IS NOT NULL
         AND (?3 IS NULL OR id IN (${asked}) OR pending_id IN (${asked}))
       ORDER BY date, id`,
    )
    .all(user, currency, ids === undefined ? null : JSON.stringify(ids))
    .flatMap((row) => {
      const hundredths = toHundredths(BigInt(String(row.minor_units)), currency)
      if (hundredths === undefined) return []
      const [id = '', ...laterIds] = idsOf(String(row.id))
      return {
        id,
        laterIds,
        account: String(row.lineage_id),
        date: String(row.date),
        hundredths,
        isPending: row.is_future === 1,
        text: textOf(row.description),
        bankText: textOf(row.raw_description),
        pendingId: typeof row.pending_id === 'string' ? row.pending_id : undefined,
      }
    })
}
