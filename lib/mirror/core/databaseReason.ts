/** Why a database failed; `MirrorError` and `FleetError` document each reason. */
export type DatabaseReason =
  | 'unavailable'
  | 'busy'
  | 'full'
  | 'denied'
  | 'unwritable'
  | 'encoding'
  | 'occupied'
  | 'failed'

/** The message for each reason, except `unwritable`, whose message depends on the class of the error. */
export const databaseMessages: Readonly<Record<Exclude<DatabaseReason, 'unwritable'>, string>> = {
  unavailable: 'the database cannot be reached',
  busy: 'another session holds a lock in the database, or a statement took too long',
  full: 'the database has no room left',
  denied: 'the database does not allow it',
  encoding: "the encoding of the database is not UTF8: create one WITH ENCODING 'UTF8' TEMPLATE template0",
  occupied: 'the schema has tables or functions of another program with these names: set another schema',
  failed: 'the database failed',
}

/**
 * Returns the value if it looks like a code of a database or of the operating system, otherwise `undefined`. Other
 * values may contain a row, a user's name or a password.
 */
export const safeCode = (code: unknown): string | undefined =>
  typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined

/** The code in brackets, for the end of a message; empty if there is none. */
const codeSuffix = (code: string | undefined): string => (code === undefined ? '' : ` (${code})`)

/** The messages of codes that are more precise than the reason. */
const codeMessages: ReadonlyMap<string, string> = new Map([
  ['NO_RESPONSE', 'the database has not answered in time, so the connection was closed'],
  ['NO_CONNECTION', 'the pool has given no connection to the database in time'],
])

/** A message followed by the code of the error. */
export const messageWithCode = (message: string, code: string | undefined): string =>
  `${codeMessages.get(code ?? '') ?? message}${codeSuffix(code)}`
