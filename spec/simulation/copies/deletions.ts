import { markVerified } from '../../../lib/base/event/verifiedWebhooks.js'
import type { DeletionEvent } from '../../../lib/mirror/core/Mirror.js'
import type { DatabaseLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'

/** An item that the service has deleted, and its accounts. */
export interface DeletedItem {
  readonly userUuid: string
  readonly itemId: string
  readonly accountIds: ReadonlyArray<string>
}

/** The webhook that tells of it, as if its signature was verified. */
export const deletionEvent = ({ userUuid, itemId }: DeletedItem): DeletionEvent =>
  markVerified({ _tag: 'ItemDeleted', content: { user_uuid: userUuid, item_id: Number(itemId) } })

/** The columns of a mirror with data of rows as JSON. */
const columns = ['items', 'accounts', 'stocks', 'transactions', 'refreshes', 'changes']
  .map((table): readonly [table: string, column: string] => [table, 'row'])
  .concat([['checkpoints', 'posted']])

/** Where a mirror still has data of an item that was deleted; `undefined` if nowhere. */
export const traceOf = (database: DatabaseLike, { itemId, accountIds }: DeletedItem): string | undefined => {
  const accounts = accountIds.length === 0 ? '' : `|"account(?:_id)?":(?:\\{"id":)?(?:${accountIds.join('|')})\\b`
  const trace = new RegExp(`"item(?:_id)?":(?:\\{"id":)?${itemId}\\b${accounts}`)
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as ReadonlyArray<{
    readonly name: string
  }>
  for (const [table, column] of columns.filter(([name]) => tables.some((each) => each.name === `rxbank_${name}`))) {
    const rows = database.prepare(`SELECT ${column} AS text FROM rxbank_${table} WHERE ${column} IS NOT NULL`).all()
    const found = (rows as ReadonlyArray<{ readonly text: string }>).find(({ text }) => trace.test(text))
    if (found !== undefined) return `${table}: ${found.text}`
  }
  return undefined
}

/** Whether the log of a mirror tells its readers that an item, or its whole user, was erased. */
export const isLogged = (database: DatabaseLike, user: string, { itemId }: DeletedItem): boolean =>
  database
    .prepare("SELECT 1 FROM rxbank_changes WHERE change = 'Erased' AND user_id = ? AND (id = ? OR id IS NULL)")
    .all(user, itemId).length > 0

/** Whether a mirror has an item. Its tables may be missing, if the process has not begun yet. */
export const hasItem = (database: DatabaseLike, user: string, { userUuid, itemId }: DeletedItem): boolean =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'rxbank_erasures'").all().length > 0 &&
  database
    .prepare(
      `SELECT 1 FROM rxbank_items AS item JOIN rxbank_users AS owner ON owner.id = item.user_id
       WHERE owner.id = ? AND owner.uuid = ? AND item.id = ? AND item.removed_at IS NULL`,
    )
    .all(user, userUuid, itemId).length > 0
