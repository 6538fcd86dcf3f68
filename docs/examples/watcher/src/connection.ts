import { DatabaseSync } from '@photostructure/sqlite'

/** A connection, as node:sqlite has it. */
export type Database = InstanceType<typeof DatabaseSync>

/** Something that the one who runs the service can mend: its message says how. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** Opens a connection; a write that finds the database busy waits as many milliseconds as `timeout` says. */
export const connect = (file: string, timeout: number): Database => {
  try {
    return new DatabaseSync(file, { timeout })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseError(`${file} cannot be opened: ${reason}`)
  }
}

/** Runs statements as one: all that they change is kept, or nothing. */
export const transaction = (database: Database, change: () => void): void => {
  database.exec('BEGIN IMMEDIATE')
  try {
    change()
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
