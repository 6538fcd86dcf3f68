import { recognizeCopies } from '../../base/packageCopies.js'
import { databaseMessages, type DatabaseReason, messageWithCode, safeCode } from './databaseReason.js'

/**
 * Why the database failed.
 *
 * - `unavailable`: it cannot be reached, is starting or stopping, or the connection was lost.
 * - `busy`: another transaction holds a lock, a statement took too long, or the database resolved a deadlock.
 * - `full`: its disk, its memory or its connections are used up.
 * - `denied`: the login was refused, or the user of the database lacks a privilege.
 * - `unwritable`: a row cannot be converted to JSON, or the database cannot store it.
 * - `encoding`: the encoding of a PostgreSQL database is not UTF8, so it could not store all texts.
 * - `occupied`: the schema has tables or functions of another program that have the same names.
 * - `failed`: any other reason; see `code`.
 */
export type MirrorReason = DatabaseReason

const messages: Readonly<Record<MirrorReason, string>> = {
  ...databaseMessages,
  unwritable: 'the database cannot store a row',
}

/**
 * The database of a mirror failed. The transaction was rolled back, and the next round reads its rows again.
 *
 * - `reason`: why, as one word.
 * - `code`: the `SQLSTATE` of PostgreSQL, the name of SQLite's result code, or the code of the system's error;
 *   `NO_RESPONSE` if PostgreSQL did not respond in time, `NO_CONNECTION` if the pool provided no connection in time;
 *   `undefined` if there is none. The error contains no rows, statements or connection data, and therefore has no
 *   `cause`.
 * - `isTransient`: whether the same round may succeed later: true for `unavailable`, `busy` and `full`.
 *
 * @example
 * import { createMirror, MirrorError } from 'rxbank/postgres'
 * import { firstValueFrom } from 'rxjs'
 *
 * const pool = { connect: () => Promise.reject(Object.assign(new Error('password=s3cret'), { code: 'ECONNREFUSED' })) }
 * const error: unknown = await firstValueFrom(createMirror({ pool }).claim('A6J')).catch((e: unknown) => e)
 * assert.ok(error instanceof MirrorError && error.reason === 'unavailable')
 * assert.strictEqual(error.message, 'mirror: the database cannot be reached (ECONNREFUSED)')
 */
export class MirrorError extends Error {
  static {
    this.prototype.name = 'MirrorError'
    recognizeCopies(this, 'MirrorError')
  }

  readonly _tag = 'MirrorError'
  readonly reason: MirrorReason
  readonly code: string | undefined

  constructor({ reason, code }: { readonly reason: MirrorReason; readonly code?: unknown }) {
    const checkedCode = safeCode(code)
    super(`mirror: ${messageWithCode(messages[reason], checkedCode)}`)
    this.reason = reason
    this.code = checkedCode
  }

  get isTransient(): boolean {
    return ['unavailable', 'busy', 'full'].includes(this.reason)
  }
}
