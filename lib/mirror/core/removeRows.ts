import { noteGone } from './absentRows.js'
import type { Dialect } from './Dialect.js'
import type { Feed } from './Feed.js'
import { type Program, statement } from './Program.js'
import { jsonText } from './rowText.js'

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

/**
 * Deletes rows, or marks them as removed, and with an item its accounts, and with an account its stocks and transactions.
 * Returns the ids of the rows that the tables had, by feeds; those of the feed itself come first.
 */
export function* removeRows(dialect: Dialect, removal: Removal): Program<ReadonlyArray<RemovedRows>> {
  const { user, feed, column, ids, isKept } = removal
  if (ids.length === 0) return []
  // #sabotage: rows-of-account
  const withIt = dependents[feed] ?? []
  if (withIt.length > 0) yield* noteGone(dialect, removal, column, ids)
  const table = dialect.table(feed)
  const which = `user_id = $1 AND ${dialect.isIn(column, '$2')}`
  const rows = yield statement(
    isKept
      ? `UPDATE ${table} SET removed_at = ${dialect.now} WHERE ${which} AND removed_at IS NULL RETURNING id`
      : `DELETE FROM ${table} WHERE ${which} RETURNING id`,
    user,
    jsonText(ids),
  )
  const removed = rows.map(({ id }) => String(id))
  const parents = column === 'id' ? [...new Set([...ids, ...removed])] : removed
  const all: Array<RemovedRows> = [{ feed, removed }]
  for (const dependent of withIt) all.push(...(yield* removeRows(dialect, { ...removal, ...dependent, ids: parents })))
  return all
}
