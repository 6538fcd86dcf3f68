import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { matchRows } from '../../ledger/accounts/matchRows.js'
import { groupBy } from '../../ledger/groupBy.js'
import type { LedgerRow } from '../../ledger/toLedgerEntry.js'
import { type Program, type ResultRow, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { insertRows } from '../decisions/storedRowIds.js'
import { logLinks } from '../log/changeLog.js'
import type { StoredAccount } from './accountLineages.js'

/** How many days before its account a row may be removed to count as removed with it. */
const removalDays = 7

const dayMs = 24 * 60 * 60_000

/** Whether a row was removed with its account: both times are in milliseconds since 1970, and days are those of UTC. */
export const wasRemovedWith = (rowRemovedAt: number, accountRemovedAt: number): boolean =>
  Math.floor(rowRemovedAt / dayMs) >= Math.floor(accountRemovedAt / dayMs) - removalDays

/** A SQL condition: the row `r` is present, or was removed with its account `a`. */
const wasThere = ({ epochMs }: SqlDialect): string => {
  const day = (removedAt: string): string => `${epochMs(removedAt)} / ${String(dayMs)}`
  return `(r.removed_at IS NULL
    OR a.removed_at IS NOT NULL AND ${day('r.removed_at')} >= ${day('a.removed_at')} - ${String(removalDays)})`
}

const toLedgerRow = ({ id, row }: ResultRow): LedgerRow => ({
  ...(JSON.parse(String(row)) as LedgerRow),
  id: String(id),
})

/** The rows of accounts by the id of their account. A removed account has the rows that were removed with it. */
export function* rowsByAccount(
  dialect: SqlDialect,
  user: string,
  accountIds: ReadonlyArray<string>,
): Program<ReadonlyMap<string, ReadonlyArray<LedgerRow>>> {
  const { table, isIn } = dialect
  const rows = yield statement(
    `SELECT r.account_id, r.id, CAST(r.row AS text) AS row FROM ${table('transactions')} AS r
     JOIN ${table('accounts')} AS a ON a.user_id = r.user_id AND a.id = r.account_id
     WHERE r.user_id = $1 AND ${isIn('r.account_id', '$2')} AND ${wasThere(dialect)}`,
    user,
    toStorableJson(accountIds),
  )
  const byAccount = groupBy(rows, ({ account_id }) => String(account_id))
  return new Map(Array.from(byAccount, ([account, rowsOf]) => [account, rowsOf.map(toLedgerRow)]))
}

/** The rows of an account, as in {@link rowsByAccount}, that are not yet on this side of a link. */
function* unlinkedRows(
  dialect: SqlDialect,
  user: string,
  account: string,
  side: 'from_id' | 'to_id',
): Program<ReadonlyArray<LedgerRow>> {
  const { table } = dialect
  const rows = yield statement(
    `SELECT r.id, CAST(r.row AS text) AS row FROM ${table('transactions')} AS r
     JOIN ${table('accounts')} AS a ON a.user_id = r.user_id AND a.id = r.account_id
     WHERE r.user_id = $1 AND r.account_id = $2 AND ${wasThere(dialect)}
       AND r.id NOT IN (SELECT ${side} FROM ${table('row_links')} WHERE user_id = $1)`,
    user,
    account,
  )
  return rows.map(toLedgerRow)
}

/**
 * Stores which row before is which row after, for each account that another one continues: each row is linked to the
 * next account that has it.
 */
export function* linkRows(dialect: SqlDialect, user: string, accounts: ReadonlyArray<StoredAccount>): Program<void> {
  for (const last of accounts) {
    const chain = [...accounts.filter(({ continuedBy }) => continuedBy === last.id), last]
    for (const [index, from] of chain.entries())
      for (const to of chain.slice(index + 1)) {
        const { links } = matchRows({
          before: yield* unlinkedRows(dialect, user, from.id, 'from_id'),
          after: yield* unlinkedRows(dialect, user, to.id, 'to_id'),
        })
        const rows = links.map(({ from: from_id, to: to_id, likeness }) => ({ from_id, to_id, likeness }))
        yield* insertRows(dialect, 'row_links', user, rows)
        yield* logLinks(dialect, user, 'Linked', 'transactions', links)
      }
  }
}

/** How many days a row of one account may be dated before or after the same row of another one. */
const dayTolerance = 3

/**
 * Whether some of these rows may be rows that a continued account has, too, or that an account had that nothing
 * continues. Most rows are not: they are dated later.
 */
export function* areLateRows(
  { table, isIn, isoDate }: SqlDialect,
  user: string,
  accounts: ReadonlyArray<StoredAccount>,
  rowIds: ReadonlyArray<string>,
): Program<boolean> {
  const mayBe = ({ id, continuedBy }: StoredAccount): ReadonlyArray<StoredAccount> =>
    accounts.filter(
      (other) =>
        other.id !== id &&
        (other.continuedBy === id || continuedBy === other.id || (!other.isPresent && other.continuedBy === null)),
    )
  function* daysOf(
    day: 'min' | 'max',
    column: string,
    ids: ReadonlyArray<string>,
  ): Program<ReadonlyMap<string, string>> {
    const rows = yield statement(
      `SELECT account_id, ${day}(${isoDate('date')}) AS day FROM ${table('transactions')}
       WHERE user_id = $1 AND ${isIn(column, '$2')} AND date IS NOT NULL GROUP BY account_id`,
      user,
      toStorableJson(ids),
    )
    return new Map(rows.map((row) => [String(row.account_id), String(row.day)]))
  }
  const firstDays = yield* daysOf('min', 'id', rowIds)
  const compared = accounts.flatMap((account) => {
    const day = firstDays.get(account.id)
    return day === undefined ? [] : [[day, mayBe(account).map(({ id }) => id)] as const]
  })
  const ids = compared.flatMap(([, others]) => others)
  if (ids.length === 0) return false
  const lastDays = yield* daysOf('max', 'account_id', ids)
  return compared.some(([day, others]) =>
    others.some((other) => {
      const lastDay = lastDays.get(other)
      return lastDay !== undefined && daysSinceEpoch(day) <= daysSinceEpoch(lastDay) + dayTolerance
    }),
  )
}

/** Deletes the links between the rows of some accounts and the rows of some others. */
export function* unlinkRows(
  dialect: SqlDialect,
  user: string,
  some: ReadonlyArray<string>,
  others: ReadonlyArray<string>,
): Program<void> {
  const { table, isIn } = dialect
  const rowsOf = (parameter: string): string =>
    `(SELECT id FROM ${table('transactions')} WHERE user_id = $1 AND ${isIn('account_id', parameter)})`
  const deleted = yield statement(
    `DELETE FROM ${table('row_links')} WHERE user_id = $1
       AND (from_id IN ${rowsOf('$2')} AND to_id IN ${rowsOf('$3')} OR from_id IN ${rowsOf('$3')} AND to_id IN ${rowsOf('$2')})
     RETURNING from_id, to_id`,
    user,
    toStorableJson(some),
    toStorableJson(others),
  )
  const pairs = deleted.map((row) => ({ from: String(row.from_id), to: String(row.to_id) }))
  yield* logLinks(dialect, user, 'Unlinked', 'transactions', pairs)
}
