import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import { integer } from '../../base/codec/numbers.js'

/** The timeouts of calls to a PostgreSQL database: integers, in milliseconds. */
export interface PostgresTimeouts {
  /**
   * How long a call waits for a connection; default 30,000. Then it errors: `unavailable`, with the code
   * `NO_CONNECTION`.
   */
  readonly connectTimeout?: number
  /** How long a statement waits for a lock; default 10,000. Then it errors: `busy`, with the code `55P03`. */
  readonly lockTimeout?: number
  /**
   * How long a statement may run; default 60,000. Then it errors: `busy`, with the code `57014`. If the server does not
   * respond within another ten seconds, the connection is closed: `unavailable`, with the code `NO_RESPONSE`.
   *
   * Migrations always have ten minutes.
   */
  readonly statementTimeout?: number
}

/** All timeouts of a connection, in milliseconds, and the clock for the timeouts that the client enforces. */
export interface Limits extends Required<PostgresTimeouts> {
  readonly clock: Clock
  /** How long the server may leave a statement without a response before the connection is closed. */
  readonly responseTimeout: number
  /** How long a transaction may be idle before the server aborts it, so that a suspended process holds no locks. */
  readonly idleTimeout: number
}

const timeout = integer(1, 2 ** 31 - 1)

/** The fields of the codec of {@link PostgresTimeouts}. */
export const timeoutFields = { connectTimeout: timeout, lockTimeout: timeout, statementTimeout: timeout }

/**
 * How many milliseconds after the server's timeout the client gives up: the server's error is more precise, so it comes
 * first.
 */
const responseMargin = 10_000

/** The limits of a mirror, an engine, a token store or permits. */
export const limitsOf = (
  { connectTimeout = 30_000, lockTimeout = 10_000, statementTimeout = 60_000 }: PostgresTimeouts = {},
  clock: Clock = systemClock,
): Limits => ({
  clock,
  connectTimeout,
  lockTimeout,
  statementTimeout,
  responseTimeout: statementTimeout + responseMargin,
  idleTimeout: 30_000,
})

/**
 * The limits of a transaction of one statement: the process computes nothing between statements, so the transaction may
 * be idle only briefly.
 */
export const singleStatementLimits = (limits: Limits): Limits => ({ ...limits, idleTimeout: 5000 })

const migrationTimeout = 600_000

/** The limits of migrations, which may change large tables, or wait for the migrations of another process. */
export const migrationLimits = (limits: Limits): Limits => ({
  ...limits,
  lockTimeout: migrationTimeout,
  statementTimeout: migrationTimeout,
  responseTimeout: migrationTimeout + responseMargin,
})

/**
 * How long a statement of a migration waits for a table in use, in milliseconds. Meanwhile all later readers of the
 * table wait.
 */
export const tableLockTimeout = 30_000
