import { storeGone } from './absentRows.js'
import { type Feed, feeds } from './Feed.js'
import { type Program, statement, type Value } from './Program.js'
import { jsonText } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** The rows of a feed that were removed, by their ids. */
export interface RemovedRows {
  readonly feed: Feed
  readonly removed: ReadonlyArray<string>
}

/** What is removed: the rows of a user whose `column` has one of these ids. */
interface Removal {
  readonly user: string
  readonly feed: Feed
  readonly column: 'id' | 'item_id' | 'account_id'
  readonly ids: ReadonlyArray<string>
  /** Whether the rows stay in the table, with `removed_at`. */
  readonly isKept: boolean
}

/** The rows that go with a row of a feed: those whose column has its id. */
const dependents: Partial<Readonly<Record<Feed, ReadonlyArray<Pick<Removal, 'feed' | 'column'>>>>> = {
  items: [
    { feed: 'refreshes', column: 'id' },
    { feed: 'accounts', column: 'item_id' },
  ],
  accounts: [
    { feed: 'stocks', column: 'account_id' },
    { feed: 'transactions', column: 'account_id' },
  ],
}

/** Deletes the rows of a table that meet a condition, or marks them as removed. Returns the ids of those that it had. */
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

/** Deletes all rows of a user, or marks them as removed. Returns the ids of the rows that the tables had, by feeds. */
export function* removeAllRows(
  dialect: SqlDialect,
  user: string,
  isKept: boolean,
): Program<ReadonlyArray<RemovedRows>> {
  const all: Array<RemovedRows> = []
  for (const feed of feeds) all.push({ feed, removed: yield* removeWhere(dialect, feed, isKept, 'user_id = $1', user) })
  return all.filter(({ removed }) => removed.length > 0)
}

/**
 * Deletes rows, or marks them as removed, and with an item its accounts, and with an account its stocks and transactions.
 * Returns the ids of the rows that the tables had, by feeds; those of the feed itself come first.
 */
export function* removeRows(dialect: SqlDialect, removal: Removal): Program<ReadonlyArray<RemovedRows>> {
  const { user, feed, column, ids, isKept } = removal
  if (ids.length === 0) return []
  // #sabotage: rows-of-account
  const withIt = dependents[feed] ?? []
  if (withIt.length > 0) yield* storeGone(dialect, removal, column, ids)
  const isListed = `user_id = $1 AND ${dialect.isIn(column, '$2')}`
  const removed = yield* removeWhere(dialect, feed, isKept, isListed, user, jsonText(ids))
  const parents = column === 'id' ? [...new Set([...ids, ...removed])] : removed
  const all: Array<RemovedRows> = [{ feed, removed }]
  for (const dependent of withIt) all.push(...(yield* removeRows(dialect, { ...removal, ...dependent, ids: parents })))
  return all
}
