import { codeSuffix, type DatabaseReason, databaseWords, shownCode } from '../mirror/databaseReason.js'

/**
 * Why an engine refused.
 *
 * - `unavailable`: its database cannot be reached, is starting or stopping, or the connection was lost.
 * - `busy`: somebody else holds what is needed: a lock, or a deadlock was ended.
 * - `full`: the disk, the memory or the connections of the database are used up.
 * - `denied`: the database lets the caller not in, or not do this, or hides rows from it.
 * - `unwritable`: a text cannot be kept by the database.
 * - `stalled`: the worker was silent for its lease, and is taken for dead: what it held is given to others.
 * - `outdated`: the tables are not there, or miss steps: call `migrate`.
 * - `newer`: a newer version of the library has made the tables: run that one.
 * - `failed`: anything else; `code` says what.
 */
export type FleetReason = DatabaseReason | 'stalled' | 'outdated' | 'newer'

const words: Readonly<Record<FleetReason, string>> = {
  ...databaseWords,
  unwritable: 'a text cannot be kept by the database',
  stalled: 'the worker was taken for dead, and its rounds were given to others',
  outdated: 'the tables are not there or miss steps: call migrate',
  newer: 'the tables are of a newer version of rxbank: run that one',
}

const transient: ReadonlyArray<FleetReason> = ['unavailable', 'busy', 'full', 'stalled']

/**
 * The engine of a fleet failed. Nothing here shows users, statements, or how the database is reached: therefore there is
 * no `cause`.
 *
 * - `reason`: why, as a word.
 * - `code`: the `SQLSTATE` of PostgreSQL, or the name of the system's error; `undefined` where there is none.
 * - `isTransient`: whether the same may succeed later: `unavailable`, `busy`, `full`, or `stalled`, after which work may begin
 *   anew.
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
  }

  readonly _tag = 'FleetError'
  readonly reason: FleetReason
  readonly code: string | undefined

  constructor({ reason, code }: { readonly reason: FleetReason; readonly code?: unknown }) {
    const shown = shownCode(code)
    super(`fleet: ${words[reason]}${codeSuffix(shown)}`)
    this.reason = reason
    this.code = shown
  }

  get isTransient(): boolean {
    return transient.includes(this.reason)
  }
}
