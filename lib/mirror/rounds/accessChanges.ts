import type { AbsentRow } from '../../streams/polling/confirmAbsence.js'
import type { Feed } from '../core/Feed.js'
import { type Program, statement } from '../core/Program.js'
import { toStorableJson } from '../core/rowText.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import type { Row } from '../tables/columns.js'

/** The rows of a feed that are about to be written. */
interface RowsToWrite {
  readonly user: string
  readonly feed: Feed
  readonly rows: ReadonlyMap<string, Row>
}

/** The user's setting for the access to an account's data; without this field, access is enabled. */
const accessSetting = ({ data_access: access }: Row): unknown => access ?? 'enabled'

/**
 * Whether users have disabled or enabled the access to the data of accounts since their rows were stored. No update
 * reports the rows that disappear or return as a result: only full lists show them.
 */
export function* hasAccessChanges(
  { table, isIn }: SqlDialect,
  { user, feed, rows: newRows }: RowsToWrite,
): Program<boolean> {
  if (feed !== 'accounts' || !Array.from(newRows.values()).some((row) => 'data_access' in row)) return false
  const storedRows = yield statement(
    `SELECT id, CAST(row AS text) AS row FROM ${table(feed)} WHERE user_id = $1 AND removed_at IS NULL AND ${isIn('id', '$2')}`,
    user,
    toStorableJson([...newRows.keys()]),
  )
  return storedRows.some(
    ({ id, row }) => accessSetting(JSON.parse(String(row)) as Row) !== accessSetting(newRows.get(String(id)) ?? {}),
  )
}

/**
 * The absent rows of a feed. Rows of accounts whose access is disabled count as absent since 1970, so their removal
 * does not wait: the account itself says why the list lacks them. They are removed together, so no sum includes only
 * some of them.
 */
export function* withDisabledAccounts(
  { table, isIn }: SqlDialect,
  { user, feed }: Pick<RowsToWrite, 'user' | 'feed'>,
  absent: ReadonlyArray<AbsentRow>,
): Program<ReadonlyArray<AbsentRow>> {
  if (absent.length === 0 || (feed !== 'stocks' && feed !== 'transactions')) return absent
  const accounts = yield statement(
    `SELECT id, CAST(row AS text) AS row FROM ${table('accounts')} WHERE user_id = $1 AND removed_at IS NULL`,
    user,
  )
  const disabled = accounts.filter(({ row }) => accessSetting(JSON.parse(String(row)) as Row) === 'disabled')
  if (disabled.length === 0) return absent
  const rows = yield statement(
    `SELECT id FROM ${table(feed)} WHERE user_id = $1 AND ${isIn('account_id', '$2')} AND ${isIn('id', '$3')}`,
    user,
    toStorableJson(disabled.map(({ id }) => String(id))),
    toStorableJson(absent.map(({ id }) => id)),
  )
  const ids = new Set(rows.map(({ id }) => String(id)))
  return absent.map((row) => (ids.has(row.id) ? { ...row, since: 0 } : row))
}
