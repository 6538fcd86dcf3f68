import { type Program, type ResultRow, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/**
 * How long a user whose computation fails is suspended if nothing changes, in milliseconds; the same as for a feed that a
 * fleet suspends.
 */
const suspendedTime = 6 * 60 * 60_000

/** Suspends a user, who is locked, for so many milliseconds. */
export function* suspendUser(
  { table, now, epochMs }: SqlDialect,
  name: string,
  user: string,
  time = suspendedTime,
): Program<void> {
  yield statement(
    `INSERT INTO ${table('suspended_users')} (user_id, name, suspended_at, retry_at)
     VALUES ($1, $2, ${now}, ${epochMs(now)} + ${String(time)})
     ON CONFLICT (user_id, name) DO UPDATE SET suspended_at = excluded.suspended_at, retry_at = excluded.retry_at`,
    user,
    name,
  )
}

/** Records that a user was computed, so they are no longer suspended. */
export function* resumeUser({ table }: SqlDialect, name: string, user: string): Program<void> {
  yield statement(`DELETE FROM ${table('suspended_users')} WHERE user_id = $1 AND name = $2`, user, name)
}

/** Makes all users who are suspended due. */
export function* retryAllUsers({ table }: SqlDialect, name: string): Program<void> {
  yield statement(`UPDATE ${table('suspended_users')} SET retry_at = 0 WHERE name = $1`, name)
}

/** Makes a user due after a person has decided something about their rows. */
export function* retryUser({ table }: SqlDialect, user: string): Program<void> {
  yield statement(`UPDATE ${table('suspended_users')} SET retry_at = 0 WHERE user_id = $1`, user)
}

/** The next users after the id `after` who are suspended and due. */
export function* usersToRetry(
  { table, now, epochMs }: SqlDialect,
  name: string,
  after: string,
  max: number,
): Program<ReadonlyArray<ResultRow>> {
  return yield statement(
    `SELECT user_id FROM ${table('suspended_users')} WHERE name = $1 AND user_id > $2 AND retry_at <= ${epochMs(now)}
     ORDER BY user_id LIMIT ${String(max)}`,
    name,
    after,
  )
}

/**
 * A SQL condition: the user in the column `user_id` is not suspended. `name`: the parameter with the name of the
 * consumer.
 */
export const isNotSuspended = ({ table }: SqlDialect, name: string): string =>
  `user_id NOT IN (SELECT user_id FROM ${table('suspended_users')} WHERE name = ${name})`
