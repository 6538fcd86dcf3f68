import { isLeft } from 'fp-ts/lib/Either.js'
import { isSome } from 'fp-ts/lib/Option.js'
import { type CheckpointStore, isRemoved, minorUnits, type UpdatedBatch } from 'rxbank'
import { EMPTY, type Observable } from 'rxjs'
import { checkpointStore, keepCheckpoint } from './checkpoints.js'
import { type Database, transaction } from './connection.js'

/** The lists that are mirrored, each in a table of its name. */
export const lists = ['transactions', 'stocks'] as const
export type List = (typeof lists)[number]

/** What is needed of a row; all of it is kept. */
export interface Row {
  readonly id: number
  readonly is_deleted?: boolean | null | undefined
  readonly deleted?: boolean | null | undefined
  readonly amount?: number | null | undefined
  readonly currency_code?: string | null | undefined
}

/** The amount of a row as a whole number; none where it has more decimals than its currency, which no sum may hide. */
const unitsOf = ({ amount, currency_code }: Row): bigint | null => {
  if (typeof amount !== 'number' || typeof currency_code !== 'string') return null
  const units = minorUnits(amount, currency_code)
  return isLeft(units) ? null : units.right
}

/** What a watcher needs to mirror a list: options of `watchUpdated`. */
export interface MirrorOptions {
  readonly key: string
  readonly store: CheckpointStore
  readonly process: (batch: UpdatedBatch<Row>) => Observable<never>
}

/** Mirrors the list of a user. */
export type Mirror = (list: List, user: string) => MirrorOptions

/**
 * Writes lists into their tables.
 *
 * `process` commits a batch as a whole, and with the last batch of a round its checkpoint: the database never has one
 * without the other. So there is nothing left for `store` to save, which is given the same checkpoint afterwards.
 */
export const mirror = (database: Database): Mirror => {
  const putTransaction = database.prepare(
    `INSERT INTO transactions (user, id, row, minor_units) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET row = excluded.row, minor_units = excluded.minor_units`,
  )
  const putStock = database.prepare(
    'INSERT INTO stocks (user, id, row) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET row = excluded.row',
  )
  const removeFrom = (table: List) => database.prepare(`DELETE FROM ${table} WHERE user = ? AND id = ?`)
  const tables = {
    transactions: {
      put: (user: string, row: Row) => putTransaction.run(user, row.id, JSON.stringify(row), unitsOf(row)),
      remove: removeFrom('transactions'),
    },
    stocks: {
      put: (user: string, row: Row) => putStock.run(user, row.id, JSON.stringify(row)),
      remove: removeFrom('stocks'),
    },
  }
  const isUser = database.prepare('SELECT 1 FROM users WHERE id = ?')
  const keep = keepCheckpoint(database)
  const store = { ...checkpointStore(database), save: () => EMPTY }

  return (list, user) => {
    const key = `${list} of ${user}`
    const { put, remove } = tables[list]
    const write = ({ resources, checkpoint }: UpdatedBatch<Row>) => {
      // Somebody may have deleted the user while the batch was on its way.
      if (isUser.get(user) === undefined) return
      for (const row of resources) {
        if (isRemoved(row)) remove.run(user, row.id)
        else put(user, row)
      }
      if (isSome(checkpoint)) keep(key, checkpoint.value)
    }
    const process = (batch: UpdatedBatch<Row>) => {
      transaction(database, () => write(batch))
      return EMPTY
    }
    return { key, store, process }
  }
}
