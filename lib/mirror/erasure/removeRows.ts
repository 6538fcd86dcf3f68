import { recordRemovedSums } from '../balances/accountSums.js'
import { type Feed, feeds } from '../core/Feed.js'
import { type Program, statement, type Value } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { forgetLoggedRows } from '../log/changeLog.js'
import { markRemoved } from '../rounds/absentRows.js'
import { eraseMaintainedRows } from './eraseMaintainedRows.js'

/** The rows of a feed that were removed, by their ids. */
export interface RemovedRows {
  readonly feed: Feed
  readonly removedIds: ReadonlyArray<string>
}

/** The rows to remove: a user's rows whose `column` has one of `ids`. */
interface RowsToRemove {
  readonly user: string
  readonly feed: Feed
  readonly column: 'id' | 'item_id' | 'account_id'
  readonly ids: ReadonlyArray<string>
  /** Whether the rows stay in the table, with `removed_at`. */
  readonly keepsRows: boolean
}

/**
 * For each feed, the rows that are removed with one of its rows: their feed, and the column that has the id of that
 * row.
 */
const dependents: Partial<Readonly<Record<Feed, ReadonlyArray<Pick<RowsToRemove, 'feed' | 'column'>>>>> = {
  items: [
    { feed: 'refreshes', column: 'id' },
    { feed: 'accounts', column: 'item_id' },
  ],
  accounts: [
    { feed: 'stocks', column: 'account_id' },
    { feed: 'transactions', column: 'account_id' },
  ],
}

/** Deletes the rows of a table that meet a condition, or marks them as removed. Returns their ids. */
function* removeWhere(
  { table, now }: SqlDialect,
  feed: Feed,
  isKept: boolean,
  condition: string,
  ...values: ReadonlyArray<Value>
): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    isKept
      ? `UPDATE ${table(feed)} SET removed_at = ${now} WHERE ${condition} AND removed_at IS NULL RETURNING id`
      : `DELETE FROM ${table(feed)} WHERE ${condition} RETURNING id`,
    ...values,
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Deletes all rows of a user, including those that are marked as removed. Returns, for each feed, the ids of the rows
 * that were not marked.
 */
export function* deleteAllRows({ table }: SqlDialect, user: string): Program<ReadonlyArray<RemovedRows>> {
  const removals: Array<RemovedRows> = []
  for (const feed of feeds) {
    const deletedRows = yield statement(`DELETE FROM ${table(feed)} WHERE user_id = $1 RETURNING id, removed_at`, user)
    const removedIds = deletedRows.filter(({ removed_at }) => removed_at === null).map(({ id }) => String(id))
    if (removedIds.length > 0) removals.push({ feed, removedIds })
  }
  return removals
}

/**
 * Deletes the logged versions of deleted rows. For accounts, also deletes the balances, and what was computed or
 * decided about the transactions, which are deleted afterwards.
 */
function* forgetDeleted(
  dialect: SqlDialect,
  user: string,
  feed: Feed,
  deletedIds: ReadonlyArray<string>,
): Program<void> {
  if (deletedIds.length === 0) return
  yield* forgetLoggedRows(dialect, user, feed, deletedIds)
  if (feed !== 'accounts') return
  yield* eraseMaintainedRows(dialect, user, deletedIds)
  for (const name of ['balances', 'balance_proofs', 'removed_sums'])
    yield statement(
      `DELETE FROM ${dialect.table(name)} WHERE user_id = $1 AND ${dialect.isIn('account_id', '$2')}`,
      user,
      toStorableJson(deletedIds),
    )
}

/**
 * Deletes rows, or marks them as removed. Removing an item also removes its accounts, and removing an account also
 * removes its stocks and transactions. Returns the ids of the removed rows for each feed; the feed itself comes first.
 */
export function* removeRows(dialect: SqlDialect, removal: RowsToRemove): Program<ReadonlyArray<RemovedRows>> {
  const { user, feed, column, ids, keepsRows } = removal
  if (ids.length === 0) return []
  // #sabotage: rows-of-account
  const dependentFeeds = dependents[feed] ?? []
  if (dependentFeeds.length > 0) yield* markRemoved(dialect, removal, column, ids)
  if (feed === 'transactions' && column === 'id') yield* recordRemovedSums(dialect, user, ids)
  const isListed = `user_id = $1 AND ${dialect.isIn(column, '$2')}`
  const removedIds = yield* removeWhere(dialect, feed, keepsRows, isListed, user, toStorableJson(ids))
  // #sabotage: logged-rows
  if (!keepsRows) yield* forgetDeleted(dialect, user, feed, removedIds)
  const parents = column === 'id' ? [...new Set([...ids, ...removedIds])] : removedIds
  const removals: Array<RemovedRows> = [{ feed, removedIds }]
  for (const dependent of dependentFeeds)
    removals.push(...(yield* removeRows(dialect, { ...removal, ...dependent, ids: parents })))
  return removals
}
