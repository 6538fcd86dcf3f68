import { recognizeCopies } from '../../base/packageCopies.js'
import { databaseMessages, type DatabaseReason, messageWithCode, safeCode } from '../core/databaseReason.js'

/**
 * Why an engine failed.
 *
 * - `unavailable`: its database cannot be reached, is starting or stopping, or the connection was lost.
 * - `busy`: another transaction holds a lock, a statement took too long, or the database resolved a deadlock.
 * - `full`: the disk, the memory or the connections of the database are used up.
 * - `denied`: the login was refused, a privilege is missing, or row-level security hides rows.
 * - `unwritable`: the database cannot store a text.
 * - `encoding`: the encoding of the database is not UTF8, so it could not store all texts.
 * - `occupied`: the schema has tables or functions of another program that have the same names.
 * - `stalled`: the worker sent no heartbeat for as long as its lease, so other workers get its rounds.
 * - `outdated`: tables or migrations are missing: call `migrate`.
 * - `newer`: a newer version of the library has changed the tables: run that version.
 * - `uninstalled`: the package graphile-worker, which provides the queue, cannot be loaded.
 * - `failed`: any other reason; see `code`.
 */
export type FleetReason = DatabaseReason | 'stalled' | 'outdated' | 'newer' | 'uninstalled'

/** The tables that an error concerns, if not the engine's tables. */
export type FleetTables = 'permits' | 'tokens'

const messages: Readonly<Record<Exclude<FleetReason, 'newer' | 'outdated'>, string>> = {
  ...databaseMessages,
  unwritable: 'the database cannot store a text',
  stalled: 'the worker was declared dead, and its rounds were given to others',
  uninstalled: 'graphile-worker cannot be loaded: run npm install graphile-worker',
}

const messageOf = (reason: FleetReason, tables: FleetTables | undefined): string => {
  const owner = tables === undefined ? '' : ` of ${tables}`
  if (reason === 'outdated') return `tables or migrations${owner} are missing: call migrate${owner}`
  if (reason === 'newer') return `the tables${owner} belong to a newer version of rxbank: run that version`
  return messages[reason]
}

const transient: ReadonlyArray<FleetReason> = ['unavailable', 'busy', 'full', 'stalled']

/**
 * The engine of a fleet failed, or the tables of permits or tokens have another version. The error contains no users,
 * statements or connection data, and therefore has no `cause`.
 *
 * - `reason`: why, as one word.
 * - `code`: the `SQLSTATE` of PostgreSQL, or the code of the system's error; `NO_RESPONSE` if PostgreSQL did not
 *   respond in time, `NO_CONNECTION` if the pool provided no connection in time; `undefined` if there is none.
 * - `tables`: `permits` or `tokens` if their tables are `outdated` or `newer`; `undefined` if the engine's tables are.
 * - `isTransient`: whether the same call may succeed later, which is so for `unavailable`, `busy`, `full` and
 *   `stalled`. After `stalled` the program can subscribe to `work` again.
 *
 * @example
 * import { FleetError } from 'rxbank/fleet'
 *
 * const error = new FleetError({ reason: 'unavailable', code: 'ECONNREFUSED' })
 * assert.strictEqual(error.message, 'fleet: the database cannot be reached (ECONNREFUSED)')
 * assert.ok(error.isTransient)
 */
export class FleetError extends Error {
  static {
    this.prototype.name = 'FleetError'
    recognizeCopies(this, 'FleetError')
  }

  readonly _tag = 'FleetError'
  readonly reason: FleetReason
  readonly code: string | undefined
  readonly tables: FleetTables | undefined

  constructor({
    reason,
    code,
    tables,
  }: {
    readonly reason: FleetReason
    readonly code?: unknown
    readonly tables?: FleetTables
  }) {
    const checkedCode = safeCode(code)
    super(`fleet: ${messageWithCode(messageOf(reason, tables), checkedCode)}`)
    this.reason = reason
    this.code = checkedCode
    this.tables = tables
  }

  get isTransient(): boolean {
    return transient.includes(this.reason)
  }
}
