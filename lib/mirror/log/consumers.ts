import { type Program, statement } from '../core/Program.js'
import type { SqlDialect } from '../core/SqlDialect.js'

/** A named consumer, and the process that claims or holds it. */
export interface Consumer {
  readonly name: string
  /** The random name of the process. */
  readonly holder: string
}

/** How long a process holds a consumer without renewing it, in milliseconds. */
export const leaseTime = 30_000

function* presentTime({ databaseNow, epochMs }: SqlDialect): Program<number> {
  const [row] = yield statement(`SELECT ${epochMs(databaseNow)} AS now`)
  return Number(row?.now)
}

/**
 * Claims a consumer, and adds it if it is new. Returns its position, which is `null` if it is new; `undefined` if
 * another process holds it. This process may already hold it, if an earlier connection was lost. A lease that expires
 * more than twice `leaseTime` from now was taken while the clock was wrong. A lease that was renewed after this
 * transaction read the time may expire later than `leaseTime` from now, but not so late.
 */
export function* claimConsumer(
  dialect: SqlDialect,
  { name, holder }: Consumer,
): Program<{ readonly position: number | null } | undefined> {
  const { table } = dialect
  const now = yield* presentTime(dialect)
  const [row] = yield statement(
    `INSERT INTO ${table('consumers')} AS old (name, holder, held_until) VALUES ($1, $2, CAST($3 AS bigint))
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
     WHERE old.holder IS NULL OR old.holder = excluded.holder OR old.held_until <= CAST($4 AS bigint) OR old.held_until > CAST($5 AS bigint)
     RETURNING CAST(position AS text) AS position`,
    name,
    holder,
    now + leaseTime,
    now,
    now + 2 * leaseTime,
  )
  return row && { position: row.position === null ? null : Number(row.position) }
}

/** Renews the lease of a consumer. Returns whether this process still holds it. */
export function* renewLease(dialect: SqlDialect, { name, holder }: Consumer): Program<boolean> {
  const now = yield* presentTime(dialect)
  const updated = yield statement(
    `UPDATE ${dialect.table('consumers')} SET held_until = CAST($3 AS bigint) WHERE name = $1 AND holder = $2 RETURNING name`,
    name,
    holder,
    now + leaseTime,
  )
  return updated.length > 0
}

/** Stores the position of a consumer. Returns whether this process still holds it; otherwise nothing is stored. */
export function* acknowledge(
  { table, databaseNow }: SqlDialect,
  { name, holder }: Consumer,
  position: number,
): Program<boolean> {
  const updated = yield statement(
    `UPDATE ${table('consumers')} SET position = CAST($3 AS bigint), moved_at = ${databaseNow} WHERE name = $1 AND holder = $2 RETURNING name`,
    name,
    holder,
    position,
  )
  return updated.length > 0
}

/** Lets another process claim the consumer at once. */
export function* releaseConsumer({ table }: SqlDialect, { name, holder }: Consumer): Program<void> {
  yield statement(
    `UPDATE ${table('consumers')} SET holder = NULL, held_until = NULL WHERE name = $1 AND holder = $2`,
    name,
    holder,
  )
}
