import { connect, type Database, DatabaseError } from './connection.js'

const busy = 5

/**
 * A second service could write what it has read over rows of the first one that are newer. The system lets the lock of a
 * transaction go however its process ends, so none is left behind.
 */
export const lock = (file: string): Database => {
  const guard = connect(`${file}-lock`, 0)
  try {
    guard.exec('BEGIN EXCLUSIVE')
    return guard
  } catch (error) {
    guard.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new DatabaseError(`${file} is in use by another of these services: end that, or give another file`)
  }
}
