import type { Feed } from '../core/Feed.js'
import { type Program, type ResultRow, statement, type Value } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { LoggedPair, SqlDialect } from '../core/SqlDialect.js'
import { tableExists } from '../tables/mirrorFeatures.js'
import { CursorRefused, type LogPosition, printCursor } from './changeCursor.js'
import type { LoggedChange } from './MirrorChange.js'

/** Which changes to read. */
interface ChangesToRead {
  readonly users?: ReadonlyArray<string> | undefined
  readonly feeds?: ReadonlyArray<Feed> | undefined
  readonly after: number
  readonly maxCount: number
}

/**
 * The next changes of the log.
 *
 * - `position`: the number up to which the log was read. It may belong to a change that the filter omits.
 * - `isLast`: whether there are no more changes now.
 * - `isHeldBack`: whether there are changes that cannot be read yet, because an earlier transaction is in progress.
 */
export interface ChangePage {
  readonly changes: ReadonlyArray<LoggedChange>
  readonly position: number
  readonly isLast: boolean
  readonly isHeldBack: boolean
}

/** The next rows of the log, as in {@link ChangePage}. */
interface RowPage extends Omit<ChangePage, 'changes'> {
  readonly rows: ReadonlyArray<ResultRow>
}

function* readHorizon({ changesHorizon }: SqlDialect): Program<{ readonly horizon: number; readonly newest: number }> {
  const [row] = yield changesHorizon
  return { horizon: Number(row?.horizon), newest: Number(row?.newest) }
}

/** The number up to which changes were deleted because of their age. */
export function* deletedThrough({ table }: SqlDialect): Program<number> {
  const [row] = yield statement(
    `SELECT CAST(deleted_through AS text) AS deleted_through FROM ${table('change_retention')}`,
  )
  return Number(row?.deleted_through)
}

const toChange = ({ number: numberText, user_id, change, feed, id, at, row }: ResultRow): LoggedChange => {
  const [number, time] = [Number(numberText), Number(at)]
  const logged = { user: String(user_id), cursor: printCursor({ number, at: time }), number, at: new Date(time) }
  if (change === 'Erased') return { _tag: change, ...logged, ...(typeof id === 'string' && { itemId: id }) }
  const rowFields = { ...logged, feed: feed as Feed, id: String(id) }
  if (change === 'Removed' || change === 'Counted') return { _tag: change, ...rowFields }
  const content = JSON.parse(String(row)) as Readonly<Record<string, unknown>>
  if (change === 'NotCounted') return { _tag: change, ...rowFields, countedId: String(content.counted_id) }
  return change === 'Linked' || change === 'Unlinked'
    ? { _tag: change, ...rowFields, previousId: String(content.previous_id) }
    : { _tag: change as 'Added' | 'Changed', ...rowFields, row: content }
}

/** Reads columns of the next rows of the log; see {@link readChanges}. */
function* readRows(
  dialect: SqlDialect,
  { after, maxCount, users, feeds }: ChangesToRead,
  columns: string,
): Program<RowPage> {
  const { table, isIn } = dialect
  if (after < 0) throw new CursorRefused({ reason: 'unset' })
  const { horizon, newest } = yield* readHorizon(dialect)
  if (after > newest) throw new CursorRefused({ reason: 'unknown' })
  const values: Array<Value> = [after, horizon]
  const parameter = (list: ReadonlyArray<string>): string => `$${String(values.push(toStorableJson(list)))}`
  const userCondition = users === undefined ? '' : `AND ${isIn('user_id', parameter(users))}`
  const feedCondition = feeds === undefined ? '' : `AND (feed IS NULL OR ${isIn('feed', parameter(feeds))})`
  const rows = yield statement(
    `SELECT CAST(number AS text) AS number, user_id, change, feed, id${columns} FROM ${table('changes')} AS logged
     WHERE logged.number > CAST($1 AS bigint) AND logged.number <= CAST($2 AS bigint) ${userCondition} ${feedCondition}
     ORDER BY logged.number LIMIT ${String(maxCount)}`,
    ...values,
  )
  // Changes may have been deleted while the rows were read.
  if (after < (yield* deletedThrough(dialect))) throw new CursorRefused({ reason: 'expired' })
  const isLast = rows.length < maxCount
  return {
    rows,
    position: isLast ? Math.max(after, horizon) : Number(rows.at(-1)?.number),
    isLast,
    isHeldBack: horizon < newest,
  }
}

/**
 * Reads the next changes. Throws `CursorRefused` if changes after the position were deleted because of their age, if it
 * is after the end of the log, or if it is -1.
 */
export function* readChanges(dialect: SqlDialect, toRead: ChangesToRead): Program<ChangePage> {
  const columns = `, ${dialect.epochMs('at')} AS at, CAST(row AS text) AS row`
  const { rows, ...page } = yield* readRows(dialect, toRead, columns)
  return { changes: rows.map(toChange), ...page }
}

/** Reads which rows the next changes are about, without their content; see {@link readChanges}. */
export const readChangedIds = (dialect: SqlDialect, toRead: ChangesToRead): Program<RowPage> =>
  readRows(dialect, toRead, '')

/**
 * The changes of some feeds of a user that a transaction can see: all up to `through`, and the changes with the numbers
 * in `later`.
 */
export interface SeenChanges {
  readonly through: number
  readonly later: ReadonlyArray<string>
}

/** The numbers of the changes of some feeds of a user after a number, as texts. */
function* numbersAfter(
  { table, isIn }: SqlDialect,
  user: string,
  feeds: ReadonlyArray<Feed>,
  after: number,
): Program<ReadonlyArray<string>> {
  const rows = yield statement(
    `SELECT CAST(number AS text) AS number FROM ${table('changes')} AS logged
     WHERE user_id = $1 AND logged.number > CAST($2 AS bigint) AND (feed IS NULL OR ${isIn('feed', '$3')})`,
    user,
    after,
    toStorableJson(feeds),
  )
  return rows.map(({ number }) => String(number))
}

/** The changes of a user that this transaction can see. The rows that it reads later contain all of them. */
export function* seenChanges(dialect: SqlDialect, user: string, feeds: ReadonlyArray<Feed>): Program<SeenChanges> {
  const { horizon } = yield* readHorizon(dialect)
  const through = Math.max(horizon, yield* deletedThrough(dialect))
  return { through, later: yield* numbersAfter(dialect, user, feeds, through) }
}

/**
 * Whether a user has changes that were not seen, which consumers of the log will still get. `undefined` if that is
 * unknown, because later changes were deleted.
 */
export function* hasUnseenChanges(
  dialect: SqlDialect,
  user: string,
  feeds: ReadonlyArray<Feed>,
  { through, later }: SeenChanges,
): Program<boolean | undefined> {
  const seenNumbers = new Set(later)
  const numbers = yield* numbersAfter(dialect, user, feeds, through)
  if (through < (yield* deletedThrough(dialect))) return undefined
  return numbers.some((number) => !seenNumbers.has(number))
}

/** The position after all changes that can be read now. Tables that are read later contain all of them. */
export function* presentPosition(dialect: SqlDialect): Program<LogPosition> {
  const { table, epochMs } = dialect
  const { horizon } = yield* readHorizon(dialect)
  const [last] = yield statement(
    `SELECT CAST(number AS text) AS number, ${epochMs('at')} AS at FROM ${table('changes')} AS logged
     WHERE logged.number <= CAST($1 AS bigint) ORDER BY logged.number DESC LIMIT 1`,
    horizon,
  )
  return last === undefined ? { number: horizon, at: undefined } : { number: Number(last.number), at: Number(last.at) }
}

/**
 * Throws `CursorRefused` if the log has another change at this position: the database was restored, or is another one.
 */
export function* checkPosition({ table, epochMs }: SqlDialect, { number, at }: LogPosition): Program<void> {
  const [change] = yield statement(
    `SELECT ${epochMs('at')} AS at FROM ${table('changes')} WHERE number = CAST($1 AS bigint)`,
    number,
  )
  if (change !== undefined && Number(change.at) !== at) throw new CursorRefused({ reason: 'unknown' })
}

/**
 * Whether the change log exists; its first consumer creates it. Write to the table of users first: a log that is
 * created meanwhile then waits until this transaction ends.
 */
const logExists = (dialect: SqlDialect): Program<boolean> => tableExists(dialect, 'changes')

/**
 * SQL for the id of the item or account to which a logged row belongs. Its path differs between versions of the
 * service.
 */
const referenceIn = ({ jsonText }: SqlDialect, name: 'item' | 'account'): string =>
  `coalesce(${jsonText('row', `${name}_id`)}, ${jsonText('row', name, 'id')})`

/** A SQL condition: a logged row belonged to one of the items or accounts in `parameter` when it was logged. */
const belongedTo = (dialect: SqlDialect, feed: Feed, parameter: string): string => {
  if (feed === 'items') return `feed = 'accounts' AND ${dialect.isIn(referenceIn(dialect, 'item'), parameter)}`
  if (feed !== 'accounts') return 'false'
  return `feed IN ('stocks', 'transactions') AND ${dialect.isIn(referenceIn(dialect, 'account'), parameter)}`
}

/**
 * Deletes the logged versions of erased rows, if there is a log. For erased items and accounts, it also deletes the
 * versions of rows that belonged to them when they were logged: such a row may now belong to another account. The
 * entries `Removed`, which contain no row, stay in the log.
 */
export function* forgetLoggedRows(
  dialect: SqlDialect,
  user: string,
  feed: Feed,
  ids: ReadonlyArray<string>,
): Program<void> {
  if (ids.length === 0 || !(yield* logExists(dialect))) return
  const { table, isIn } = dialect
  yield statement(
    `DELETE FROM ${table('changes')} WHERE user_id = $1 AND row IS NOT NULL
       AND (feed = $2 AND ${isIn('id', '$3')} OR ${belongedTo(dialect, feed, '$3')})`,
    user,
    feed,
    toStorableJson(ids),
  )
}

/** Logs that an item of a user was erased, if there is a log. */
export function* logErasedItem(dialect: SqlDialect, user: string, itemId: string): Program<void> {
  if (yield* logExists(dialect)) yield dialect.logErasedItem(user, itemId)
}

/** Two rows of a feed, by their ids: `to` continues `from`. */
export interface RowPair {
  readonly from: string
  readonly to: string
}

/** Logs that rows of a user continue others, or that a person has taken this back, if there is a log. */
export function* logLinks(
  dialect: SqlDialect,
  user: string,
  change: 'Linked' | 'Unlinked',
  feed: Feed,
  pairs: ReadonlyArray<RowPair>,
): Program<void> {
  if (pairs.length === 0 || !(yield* logExists(dialect))) return
  const links = pairs.map(({ from, to }): LoggedPair => ({ id: to, row: { previous_id: from } }))
  yield dialect.logPairs(user, change, feed, toStorableJson(links))
}

/** An account that sums count, or leave out because `duplicateOf` is the same one. */
export interface CountedAccount {
  readonly id: string
  readonly duplicateOf: string | null
}

/** Logs which accounts of a user sums count from now on, and which they leave out, if there is a log. */
export function* logCounted(dialect: SqlDialect, user: string, accounts: ReadonlyArray<CountedAccount>): Program<void> {
  if (accounts.length === 0 || !(yield* logExists(dialect))) return
  for (const { id, duplicateOf } of accounts) {
    const pair: LoggedPair = { id, ...(duplicateOf !== null && { row: { counted_id: duplicateOf } }) }
    const change = duplicateOf === null ? 'Counted' : 'NotCounted'
    yield dialect.logPairs(user, change, 'accounts', toStorableJson([pair]))
  }
}

/** How many changes one transaction deletes. */
export const deletionSize = 5000

/**
 * Deletes the oldest changes that are older than `keepFor` milliseconds, in the order of their numbers. It stops at the
 * first change that is newer. A wrong clock may have dated a change in the future: it is deleted if an old change
 * follows it. Returns how many changes it deleted: `deletionSize` or more if there may be others.
 */
export function* deleteOldChanges(dialect: SqlDialect, keepFor: number): Program<number> {
  if (!(yield* logExists(dialect))) return 0
  const { table, databaseNow, epochMs } = dialect
  const [clockRow] = yield statement(`SELECT ${epochMs(databaseNow)} AS now`)
  const now = Number(clockRow?.now)
  const { horizon } = yield* readHorizon(dialect)
  const oldest = yield statement(
    `SELECT CAST(number AS text) AS number, at < $1 AS is_old FROM ${table('changes')} AS logged
     WHERE at <= $2 AND logged.number <= CAST($3 AS bigint) ORDER BY logged.number LIMIT ${String(deletionSize)}`,
    new Date(now - keepFor).toISOString(),
    new Date(now).toISOString(),
    horizon,
  )
  const firstToKeep = oldest.findIndex(({ is_old }) => !is_old)
  const last = oldest.at(firstToKeep < 0 ? -1 : firstToKeep - 1)
  if (firstToKeep === 0 || last === undefined) return 0
  yield statement(
    `UPDATE ${table('change_retention')} SET deleted_through = CAST($1 AS bigint) WHERE deleted_through < CAST($1 AS bigint)`,
    Number(last.number),
  )
  const deletedRows = yield statement(
    `DELETE FROM ${table('changes')} WHERE number <= CAST($1 AS bigint) RETURNING 1 AS one`,
    Number(last.number),
  )
  return deletedRows.length
}
