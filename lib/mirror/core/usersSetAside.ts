import { type Program, type ResultRow, statement } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

/** The SQL of the table of users who are set aside that differs between databases. */
interface SetAsideTable {
  readonly table: (name: string) => string
  /** The names of the column types. */
  readonly types: Readonly<Record<'text' | 'timestamp' | 'epochMs', string>>
  readonly end: string
}

/** The table of the users whom `keepTransfers` and `keepRecurring` have set aside. */
export const setAsideTable = ({ table, types: { text, timestamp, epochMs }, end }: SetAsideTable): string => `
  -- Users whose computation has failed. name: that of the consumer. retry_at: when it is tried again even if no row changes, in
  -- milliseconds since 1970.
  CREATE TABLE ${table('users_set_aside')} (
    user_id ${text} NOT NULL,
    name ${text} NOT NULL,
    set_aside_at ${timestamp} NOT NULL,
    retry_at ${epochMs} NOT NULL,
    PRIMARY KEY (user_id, name)
  ) ${end};
  `

/** How long a user is set aside if nothing changes, in milliseconds; the same as for a feed that a fleet sets aside. */
const setAsideTime = 6 * 60 * 60_000

/** Sets a user aside. The user is locked. */
export function* setUserAside({ table, now, epochMs }: SqlDialect, name: string, user: string): Program<void> {
  yield statement(
    `INSERT INTO ${table('users_set_aside')} (user_id, name, set_aside_at, retry_at)
     VALUES ($1, $2, ${now}, ${epochMs(now)} + ${String(setAsideTime)})
     ON CONFLICT (user_id, name) DO UPDATE SET set_aside_at = excluded.set_aside_at, retry_at = excluded.retry_at`,
    user,
    name,
  )
}

/** Records that a user was computed, so they are no longer set aside. */
export function* readmitUser({ table }: SqlDialect, name: string, user: string): Program<void> {
  yield statement(`DELETE FROM ${table('users_set_aside')} WHERE user_id = $1 AND name = $2`, user, name)
}

/** Makes all users who are set aside due. */
export function* retryAllUsers({ table }: SqlDialect, name: string): Program<void> {
  yield statement(`UPDATE ${table('users_set_aside')} SET retry_at = 0 WHERE name = $1`, name)
}

/** Makes a user due after a person has decided something about their rows. */
export function* retryUser({ table }: SqlDialect, user: string): Program<void> {
  yield statement(`UPDATE ${table('users_set_aside')} SET retry_at = 0 WHERE user_id = $1`, user)
}

/** The next users after the id `after` who are set aside and due. */
export function* usersToRetry(
  { table, now, epochMs }: SqlDialect,
  name: string,
  after: string,
  max: number,
): Program<ReadonlyArray<ResultRow>> {
  return yield statement(
    `SELECT user_id FROM ${table('users_set_aside')} WHERE name = $1 AND user_id > $2 AND retry_at <= ${epochMs(now)}
     ORDER BY user_id LIMIT ${String(max)}`,
    name,
    after,
  )
}

/**
 * A SQL condition: the user in the column `user_id` is not set aside. `name`: the parameter with the name of the consumer.
 */
export const isNotSetAside = ({ table }: SqlDialect, name: string): string =>
  `user_id NOT IN (SELECT user_id FROM ${table('users_set_aside')} WHERE name = ${name})`
