/**
 * Why the database failed.
 *
 * - `unavailable`: it cannot be reached, is starting or stopping, or the connection was lost.
 * - `busy`: another transaction holds a lock that is needed, or the database ended a deadlock.
 * - `full`: its disk, its memory or its connections are used up.
 * - `denied`: the login was refused, or the user of the database lacks a privilege.
 * - `unwritable`: a row cannot be written as JSON, or this database cannot store it.
 * - `failed`: any other reason; see `code`.
 */
export type MirrorReason = 'unavailable' | 'busy' | 'full' | 'denied' | 'unwritable' | 'failed'

const words: Readonly<Record<MirrorReason, string>> = {
  unavailable: 'the database cannot be reached',
  busy: 'the database is in use by somebody else',
  full: 'the database has no room left',
  denied: 'the database does not allow it',
  unwritable: 'a row cannot be kept by the database',
  failed: 'the database failed',
}

/**
 * Whether a value is a code of a database or of the operating system. Other texts are not shown: they may contain a
 * row, or the password of the database.
 */
const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)

/**
 * The database of a mirror failed. What was not committed is not stored, and the next round reads it again.
 *
 * - `reason`: why, as one word.
 * - `code`: the `SQLSTATE` of PostgreSQL, the name of SQLite's result code, or the code of the system's error;
 *   `undefined` if there is none. The error shows no rows, statements or connection data, and for that reason has no
 *   `cause`.
 * - `isTransient`: whether the same round may succeed later, which is so for `unavailable` and `busy`.
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
  }

  readonly _tag = 'MirrorError'
  readonly reason: MirrorReason
  readonly code: string | undefined

  constructor({ reason, code }: { readonly reason: MirrorReason; readonly code?: unknown }) {
    const shown = isCode(code) ? code : undefined
    super(`mirror: ${words[reason]}${shown === undefined ? '' : ` (${shown})`}`)
    this.reason = reason
    this.code = shown
  }

  get isTransient(): boolean {
    return this.reason === 'unavailable' || this.reason === 'busy'
  }
}
