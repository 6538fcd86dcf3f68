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

/** The messages of errors for each reason except `unwritable`, for which each error has a message of its own. */
export const databaseMessages: Readonly<Record<Exclude<DatabaseReason, 'unwritable'>, string>> = {
  unavailable: 'the database cannot be reached',
  busy: 'the database is in use by somebody else',
  full: 'the database has no room left',
  denied: 'the database does not allow it',
  encoding: "the encoding of the database is not UTF8: create one WITH ENCODING 'UTF8' TEMPLATE template0",
  occupied: 'the schema has tables or functions of another program with these names: give another schema',
  failed: 'the database failed',
}

/**
 * The code of a database or of the operating system; `undefined` for any other value. Other texts are not shown: they may
 * contain a row, the name of a user, or the password of the database.
 */
export const safeCode = (code: unknown): string | undefined =>
  typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined

/** The end of a message that shows the code, if there is one. */
const codeSuffix = (code: string | undefined): string => (code === undefined ? '' : ` (${code})`)

/** The messages for codes that say more than the reason. */
const codeMessages: Readonly<Record<string, string>> = {
  NO_ANSWER: 'the database has not answered in time, so the connection was closed',
  NO_CONNECTION: 'the pool has given no connection to the database in time',
}

/** The message of an error of a database, with its code. */
export const messageWithCode = (words: string, code: string | undefined): string =>
  `${codeMessages[code ?? ''] ?? words}${codeSuffix(code)}`
