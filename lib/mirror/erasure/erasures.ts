import type { WholeList } from '../../streams/polling/confirmAbsence.js'
import type { AccountList } from '../core/AccountList.js'
import type { Feed } from '../core/Feed.js'
import type { Erasure } from '../core/Mirror.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { StoredRow } from '../core/storedRows.js'
import { forgetLoggedRows, logErasedItem } from '../log/changeLog.js'
import { changedRows, type MirrorChange } from '../log/MirrorChange.js'
import { isItemRemoved, markRemoved } from '../rounds/absentRows.js'
import { changeWindow, ofAccounts, withoutAccounts } from '../rounds/storedWindow.js'
import type { Row } from '../tables/columns.js'
import { tableExists } from '../tables/mirrorFeatures.js'
import { eraseMaintainedRows, eraseRowsOfUnknownAccounts } from './eraseMaintainedRows.js'

/** What the service has deleted: a user, or one of the user's items. The uuid is in lower case. */
export interface Deleted {
  readonly userUuid: string
  /** The id of the item; missing if the user was deleted. */
  readonly itemId?: string
}

const day = 24 * 60 * 60_000

/**
 * For how long responses may still show an item that was deleted. An item that is listed later counts as present again.
 */
const itemTime = day

/** For how long a deleted user is remembered: longer than a token lasts, and than a webhook is sent again. */
const userTime = 7 * day

/** A SQL condition: an erasure is still in force. A wrong clock may have dated it in the future. */
const isInForce = (time: number, now: string): string =>
  `erased_at BETWEEN CAST(${now} AS bigint) - ${String(time)} AND CAST(${now} AS bigint) + ${String(time)}`

/**
 * Remembers what the service has deleted, so that no round writes it again, and forgets what was deleted long ago.
 * Commit it before the rows are erased: a round that does not see this record has already stored the user's uuid, so
 * the erasure finds the user.
 */
export function* rememberDeleted({ table }: SqlDialect, { userUuid, itemId }: Deleted, now: number): Program<void> {
  yield statement(`DELETE FROM ${table('erasures')} WHERE NOT (${isInForce(userTime, '$1')})`, now)
  if (itemId === undefined)
    yield statement(`DELETE FROM ${table('erasures')} WHERE user_uuid = $1 AND item_id <> ''`, userUuid)
  yield statement(
    `INSERT INTO ${table('erasures')} (user_uuid, item_id, erased_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_uuid, item_id) DO UPDATE SET erased_at = excluded.erased_at`,
    userUuid,
    itemId ?? '',
    now,
  )
}

/** Whether the service has deleted the user with this uuid. */
function* isUserDeleted({ table }: SqlDialect, userUuid: string, now: number): Program<boolean> {
  const matches = yield statement(
    `SELECT 1 AS there FROM ${table('erasures')} WHERE user_uuid = $1 AND item_id = '' AND ${isInForce(userTime, '$2')}`,
    userUuid,
    now,
  )
  return matches.length > 0
}

/** The ids of the user's items that the service has deleted, and that responses may still show. */
function* deletedItems({ table }: SqlDialect, user: string, now: number): Program<ReadonlySet<string>> {
  const rows = yield statement(
    `SELECT item_id FROM ${table('erasures')} WHERE item_id <> '' AND ${isInForce(itemTime, '$2')}
       AND user_uuid = (SELECT uuid FROM ${table('users')} WHERE id = $1)`,
    user,
    now,
  )
  return new Set(rows.map(({ item_id }) => String(item_id)))
}

/** Records as removed an account that is not in the table of accounts. */
function* storeRemovedAccount({ table }: SqlDialect, user: string, id: string): Program<void> {
  yield statement(
    `INSERT INTO ${table('absences')} (user_id, feed, id, since, is_removed) VALUES ($1, 'accounts', $2, 0, true)
     ON CONFLICT (user_id, feed, id) DO UPDATE SET is_removed = true`,
    user,
    id,
  )
}

/** A list of items, accounts or refreshes that is to be written. */
interface ListWrite {
  readonly user: string
  readonly feed: Feed
  readonly rows: ReadonlyMap<string, Row>
  readonly storedRows: ReadonlyArray<StoredRow>
  readonly wholeList?: WholeList
  readonly now: number
}

/** The feeds whose rows name their item, and the column with its id. */
const itemColumns: Partial<Readonly<Record<Feed, string>>> = { items: 'id', accounts: 'item_id', refreshes: 'id' }

/**
 * A list without the items that the service has deleted and still shows, and without their accounts. These accounts
 * count as removed, so that their stocks and transactions are not written either.
 */
export function* withoutDeletedItems<A extends ListWrite>(dialect: SqlDialect, write: A): Program<A> {
  const { user, feed, rows, storedRows, wholeList, now } = write
  const column = itemColumns[feed]
  if (column === undefined || storedRows.length === 0) return write
  const deletedIds = yield* deletedItems(dialect, user, now)
  const columnIndex = dialect.columns[feed].findIndex(({ name }) => name === column)
  const itemOf = ({ id, values }: StoredRow): string => (column === 'id' ? id : (values[columnIndex] ?? ''))
  const lateIds = new Set(storedRows.filter((row) => deletedIds.has(itemOf(row))).map(({ id }) => id))
  if (lateIds.size === 0) return write
  if (feed === 'accounts') for (const id of lateIds) yield* storeRemovedAccount(dialect, user, id)
  return {
    ...write,
    rows: new Map(Array.from(rows).filter(([id]) => !lateIds.has(id))),
    storedRows: storedRows.filter(({ id }) => !lateIds.has(id)),
    ...(wholeList && {
      wholeList: { ...wholeList, ids: new Set(Array.from(wholeList.ids).filter((id) => !lateIds.has(id))) },
    }),
  }
}

/**
 * A list of accounts without the accounts of deleted items, which count as removed, as in {@link withoutDeletedItems}.
 */
export function* withoutDeletedAccounts(
  dialect: SqlDialect,
  { user, now }: Pick<ListWrite, 'user' | 'now'>,
  accounts: AccountList,
): Program<AccountList> {
  const deletedIds = yield* deletedItems(dialect, user, now)
  const lateIds = Array.from(accounts.ids).filter((id) => deletedIds.has(accounts.itemIds.get(id) ?? ''))
  for (const id of lateIds) yield* storeRemovedAccount(dialect, user, id)
  return lateIds.length === 0
    ? accounts
    : { ...accounts, ids: new Set(Array.from(accounts.ids).filter((id) => !lateIds.includes(id))) }
}

/**
 * What was erased of an item, and the notifications about it. `isComplete`: `false` if the user has rows whose account
 * the mirror does not know, which may belong to the item.
 */
interface ErasedItem {
  readonly erasure: Erasure
  readonly changes: ReadonlyArray<MirrorChange>
  readonly isComplete: boolean
}

/** Whether the mirror knows the accounts, and so the items, of all rows of a user. */
function* knowsAccounts({ table }: SqlDialect, user: string): Program<boolean> {
  const unknown = (feed: Feed): string =>
    `EXISTS (SELECT 1 FROM ${table(feed)} AS owned WHERE owned.user_id = $1 AND owned.account_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ${table('accounts')} AS a WHERE a.user_id = $1 AND a.id = owned.account_id))`
  const matches = yield statement(`SELECT 1 AS there WHERE ${unknown('stocks')} OR ${unknown('transactions')}`, user)
  return matches.length === 0
}

/** The accounts of an item, including accounts that a round has removed. */
function* accountsOfItem({ table }: SqlDialect, user: string, itemId: string): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT id FROM ${table('accounts')} WHERE user_id = $1 AND item_id = $2
     UNION SELECT id FROM ${table('absences')} WHERE user_id = $1 AND feed = 'accounts' AND item_id = $2 AND is_removed`,
    user,
    itemId,
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Removes an item's transactions from the stored window of transactions without a counterpart. If the mirror knows the
 * accounts of all rows, it also removes transactions of unknown accounts, which may have belonged to the item.
 */
function* forgetPostedRows(
  dialect: SqlDialect,
  user: string,
  accountIds: ReadonlyArray<string>,
  isComplete: boolean,
): Program<void> {
  const rows = yield statement(`SELECT id FROM ${dialect.table('accounts')} WHERE user_id = $1`, user)
  const knownIds = new Set(rows.map(({ id }) => String(id)))
  yield* changeWindow(dialect, user, (window) =>
    isComplete ? ofAccounts(window, knownIds) : withoutAccounts(window, new Set(accountIds)),
  )
}

/**
 * Deletes the rows of an item, its accounts and their rows, including rows that a round has removed before. A running
 * round of the user fails with `StaleFencingToken`, and late rows of the accounts are not written.
 */
export function* eraseItem(dialect: SqlDialect, user: string, itemId: string): Program<ErasedItem> {
  const { table, isIn, nextVersion, markTraces } = dialect
  yield statement(`UPDATE ${table('users')} SET version = ${nextVersion} WHERE id = $1`, user)
  const wasRemoved = yield* isItemRemoved(dialect, user, itemId)
  const accountIds = yield* accountsOfItem(dialect, user, itemId)
  yield* markRemoved(dialect, { user, feed: 'accounts' }, 'item_id', [itemId])
  const isOfAccount = isIn('account_id', '$2')
  const accountList = toStorableJson(accountIds)
  // The rows of the accounts are deleted before the accounts.
  const steps: ReadonlyArray<readonly [feed: Feed, condition: string, value: string]> = [
    ['stocks', isOfAccount, accountList],
    ['transactions', isOfAccount, accountList],
    ['accounts', isIn('id', '$2'), accountList],
    ['refreshes', 'id = $2', itemId],
    ['items', 'id = $2', itemId],
  ]
  const changes: Array<MirrorChange> = []
  let rows = 0
  yield* eraseMaintainedRows(dialect, user, accountIds)
  for (const [feed, condition, value] of steps) {
    // The triggers of transactions write sums, so the sums are deleted after the transactions.
    if (feed === 'accounts')
      for (const name of ['balances', 'balance_proofs', 'account_sums', 'removed_sums'])
        yield statement(`DELETE FROM ${table(name)} WHERE user_id = $1 AND ${isOfAccount}`, user, accountList)
    const deletedRows = yield statement(
      `DELETE FROM ${table(feed)} WHERE user_id = $1 AND ${condition} RETURNING id, removed_at`,
      user,
      value,
    )
    rows += deletedRows.length
    yield* forgetLoggedRows(
      dialect,
      user,
      feed,
      deletedRows.map(({ id }) => String(id)),
    )
    const ids = deletedRows.filter(({ removed_at }) => removed_at === null).map(({ id }) => String(id))
    if (ids.length > 0) changes.push(changedRows(user, feed, ids))
  }
  // #sabotage: logged-item
  for (const [feed, ids] of [
    ['items', [itemId]],
    ['refreshes', [itemId]],
    ['accounts', accountIds],
  ] as const)
    yield* forgetLoggedRows(dialect, user, feed, ids)
  if (yield* tableExists(dialect, 'consents'))
    yield statement(`DELETE FROM ${table('consents')} WHERE user_id = $1 AND id = $2`, user, itemId)
  yield statement(
    `DELETE FROM ${table('absences')} WHERE user_id = $1 AND feed IN ('items', 'refreshes') AND id = $2`,
    user,
    itemId,
  )
  yield statement(`UPDATE ${table('absences')} SET item_id = NULL WHERE user_id = $1 AND item_id = $2`, user, itemId)
  // #sabotage: erased-item
  const wasKnown = rows > 0 || wasRemoved || accountIds.length > 0
  if (wasKnown) yield* logErasedItem(dialect, user, itemId)
  if (markTraces) yield markTraces
  const isComplete = yield* knowsAccounts(dialect, user)
  // #sabotage: posted-of-item
  yield* forgetPostedRows(dialect, user, accountIds, isComplete)
  if (isComplete) yield* eraseRowsOfUnknownAccounts(dialect, user)
  return { erasure: { user, itemId, wasKnown, rows }, changes, isComplete }
}

/**
 * Whether a user still has this uuid. The row stays locked until the transaction ends, so no round replaces the user.
 */
export function* hasUuid({ table, lockUser }: SqlDialect, user: string, userUuid: string): Program<boolean> {
  const matches = yield statement(
    `SELECT u.id FROM ${table('users')} u WHERE u.id = $1 AND u.uuid = $2 ${lockUser}`,
    user,
    userUuid,
  )
  return matches.length > 0
}

/**
 * Whether a user has the uuid of a user whom the service has deleted. If so, the row stays locked as with
 * {@link hasUuid}.
 */
export function* isDeletedUser(dialect: SqlDialect, user: string, userUuid: string, now: number): Program<boolean> {
  return (yield* isUserDeleted(dialect, userUuid, now)) && (yield* hasUuid(dialect, user, userUuid))
}
