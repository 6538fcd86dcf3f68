import { matchRows } from '../../ledger/accounts/matchRows.js'
import { groupBy } from '../../ledger/groupBy.js'
import type { LedgerRow } from '../../ledger/toLedgerEntry.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { insertRows } from '../decisions/storedRowIds.js'
import { logLinks, type RowPair } from '../log/changeLog.js'
import type { UserAccounts } from './accountLineages.js'

/** How long before its account a row may be removed to count as removed with it, in milliseconds. */
export const removalTime = 7 * 24 * 60 * 60_000

/** The rows of accounts by the id of their account. A removed account has the rows that were removed with it. */
export function* rowsByAccount(
  { table, isIn, epochMs }: SqlDialect,
  user: string,
  accountIds: ReadonlyArray<string>,
): Program<ReadonlyMap<string, ReadonlyArray<LedgerRow>>> {
  const rows = yield statement(
    `SELECT r.account_id, r.id, CAST(r.row AS text) AS row FROM ${table('transactions')} AS r
     JOIN ${table('accounts')} AS a ON a.user_id = r.user_id AND a.id = r.account_id
     WHERE r.user_id = $1 AND ${isIn('r.account_id', '$2')} AND (r.removed_at IS NULL
       OR a.removed_at IS NOT NULL AND ${epochMs('r.removed_at')} >= ${epochMs('a.removed_at')} - ${String(removalTime)})`,
    user,
    toStorableJson(accountIds),
  )
  const toRow = ({ id, row }: ResultRow): LedgerRow => ({ ...(JSON.parse(String(row)) as LedgerRow), id: String(id) })
  const byAccount = groupBy(rows, ({ account_id }) => String(account_id))
  return new Map(Array.from(byAccount, ([account, rowsOf]) => [account, rowsOf.map(toRow)]))
}

/** Stores which row before is which row after, for each removed account that another one continues. */
export function* linkRows(dialect: SqlDialect, user: string, { accounts, links }: UserAccounts): Program<void> {
  const { table } = dialect
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const continued = links.filter(
    ({ from, to, isAccepted }) => isAccepted && byId.get(from)?.isPresent === false && byId.has(to),
  )
  if (continued.length === 0) return
  const stored = yield statement(`SELECT from_id, to_id FROM ${table('row_links')} WHERE user_id = $1`, user)
  const linkedFrom = new Set(stored.map(({ from_id }) => String(from_id)))
  const linkedTo = new Set(stored.map(({ to_id }) => String(to_id)))
  const rows = yield* rowsByAccount(dialect, user, Array.from(new Set(continued.flatMap(({ from, to }) => [from, to]))))
  const found = continued.flatMap(
    ({ from, to }) =>
      matchRows({
        before: (rows.get(from) ?? []).filter(({ id }) => !linkedFrom.has(String(id))),
        after: (rows.get(to) ?? []).filter(({ id }) => !linkedTo.has(String(id))),
      }).links,
  )
  yield* insertRows(
    dialect,
    'row_links',
    user,
    found.map(({ from, to, likeness }) => ({ from_id: from, to_id: to, likeness })),
  )
  yield* logLinks(dialect, user, 'Linked', 'transactions', found)
}

/** Deletes the links between the rows of two accounts. */
export function* unlinkRows(dialect: SqlDialect, user: string, { from, to }: RowPair): Program<void> {
  const { table } = dialect
  const rowsOf = (parameter: string): string =>
    `(SELECT id FROM ${table('transactions')} WHERE user_id = $1 AND account_id = ${parameter})`
  const deleted = yield statement(
    `DELETE FROM ${table('row_links')} WHERE user_id = $1 AND from_id IN ${rowsOf('$2')} AND to_id IN ${rowsOf('$3')}
     RETURNING from_id, to_id`,
    user,
    from,
    to,
  )
  const pairs = deleted.map((row) => ({ from: String(row.from_id), to: String(row.to_id) }))
  yield* logLinks(dialect, user, 'Unlinked', 'transactions', pairs)
}
