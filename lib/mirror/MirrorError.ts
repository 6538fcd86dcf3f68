/**
 * Why the database refused.
 *
 * - `unavailable`: it cannot be reached, is starting or stopping, or the connection was lost.
 * - `busy`: somebody else holds what is needed: a lock, or a deadlock was ended.
 * - `full`: the disk, the memory or the connections of the database are used up.
 * - `denied`: it lets the caller not in, or not do this.
 * - `unwritable`: a row cannot be written as JSON, or not kept by this database.
 * - `failed`: anything else; `code` says what.
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

/** The codes of systems and databases: a foreign text could hold a row, or how to connect. */
const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code)

/**
 * The database of a mirror failed; what was not committed is not there, and the next round brings it.
 *
 * - `reason`: why, as a word.
 * - `code`: the `SQLSTATE` of PostgreSQL, the name of SQLite's result, or that of the system's error; `undefined` where
 *   there is none. Nothing here shows rows, statements, or how the database is reached: therefore there is no `cause`.
 * - `isTransient`: whether the same round may succeed later: `unavailable` or `busy`.
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
