import type { Row } from './columns.js'
import type { Feed } from './Feed.js'
import { type Program, statement } from './Program.js'
import { jsonText } from './rowText.js'
import type { SqlDialect } from './SqlDialect.js'

/** The rows of a feed that are about to be written. */
interface RowsToWrite {
  readonly user: string
  readonly feed: Feed
  readonly live: ReadonlyMap<string, Row>
}

/** Whether the user gives access to an account's data; services without this field give it. */
const accessOf = ({ data_access: access }: Row): unknown => access ?? 'enabled'

/**
 * Whether users have disabled or enabled the access to the data of accounts since their rows were stored. No update reports
 * the rows that leave or come back with it: only whole lists show them.
 */
export function* hasAccessChanges({ table, isIn }: SqlDialect, { user, feed, live }: RowsToWrite): Program<boolean> {
  if (feed !== 'accounts' || !Array.from(live.values()).some((row) => 'data_access' in row)) return false
  const stored = yield statement(
    `SELECT id, CAST(row AS text) AS row FROM ${table(feed)} WHERE user_id = $1 AND removed_at IS NULL AND ${isIn('id', '$2')}`,
    user,
    jsonText([...live.keys()]),
  )
  return stored.some(({ id, row }) => accessOf(JSON.parse(String(row)) as Row) !== accessOf(live.get(String(id)) ?? {}))
}
