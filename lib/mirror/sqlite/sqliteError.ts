import { MirrorError, type MirrorReason } from '../core/MirrorError.js'

/** The result codes of SQLite with a reason other than `failed`: number, name, SQLite's message, and the reason. */
const results: ReadonlyArray<readonly [number: number, code: string, sqliteMessage: string, reason: MirrorReason]> = [
  [3, 'SQLITE_PERM', 'access permission denied', 'denied'],
  [5, 'SQLITE_BUSY', 'database is locked', 'busy'],
  [6, 'SQLITE_LOCKED', 'database table is locked', 'busy'],
  [7, 'SQLITE_NOMEM', 'out of memory', 'full'],
  [8, 'SQLITE_READONLY', 'attempt to write a readonly database', 'denied'],
  [10, 'SQLITE_IOERR', 'disk I/O error', 'unavailable'],
  [13, 'SQLITE_FULL', 'database or disk is full', 'full'],
  [14, 'SQLITE_CANTOPEN', 'unable to open database file', 'unavailable'],
  [18, 'SQLITE_TOOBIG', 'string or blob too big', 'unwritable'],
]

/** The reasons for the messages of `better-sqlite3` in errors without a code. */
const reasons: ReadonlyMap<unknown, MirrorReason> = new Map([
  ['The database connection is not open', 'unavailable'],
  ['This database connection is busy executing a query', 'busy'],
])

/**
 * Converts an error of SQLite. Some libraries omit the number of the result; then its name or its message is compared.
 * The name may be longer, such as `SQLITE_IOERR_WRITE`.
 */
export const sqliteError = (error: unknown): MirrorError => {
  if (error instanceof MirrorError) return error
  const { code, errcode, message } = (error ?? {}) as Readonly<Record<string, unknown>>
  const result = results.find(([number, name, sqliteMessage]) =>
    typeof errcode === 'number'
      ? (errcode & 0xff) === number
      : message === sqliteMessage || code === name || String(code).startsWith(`${name}_`),
  )
  // #sabotage: locked-database
  if (result !== undefined) return new MirrorError({ reason: result[3], code: result[1] })
  const reason = code === 'ERR_INVALID_STATE' ? 'unavailable' : (reasons.get(message) ?? 'failed')
  return new MirrorError({ reason, code })
}
