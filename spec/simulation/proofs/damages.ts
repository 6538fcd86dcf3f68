import type { DatabaseLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'

/** A way in which a mirror comes to have other rows than the bank has booked; returns the difference in cents. */
export interface Damage {
  readonly name: string
  readonly make: (database: DatabaseLike, id: string, amount: number) => number
}

/** What the proof of a balance must notice, of a row of a mirror that is in the balance. */
export const damages: ReadonlyArray<Damage> = [
  {
    name: 'a row is lost',
    make: (database, id, amount) => {
      database.prepare('DELETE FROM rxbank_transactions WHERE id = ?').all(id)
      return amount
    },
  },
  {
    name: 'a row is doubled',
    make: (database, id, amount) => {
      const names = 'user_id, account_id, date, amount, minor_units, currency_code, updated_at, row'
      database
        .prepare(
          `INSERT INTO rxbank_transactions (id, ${names}) SELECT '1', ${names} FROM rxbank_transactions WHERE id = ?`,
        )
        .all(id)
      return -amount
    },
  },
  {
    name: 'a changed amount was not delivered',
    make: (database, id) => {
      database.prepare('UPDATE rxbank_transactions SET minor_units = minor_units - 250 WHERE id = ?').all(id)
      return 250
    },
  },
  {
    name: 'a removed row stays',
    make: (database, id, amount) => {
      const names = 'user_id, account_id, date, amount, minor_units, currency_code, updated_at, row'
      database
        .prepare(
          `INSERT INTO rxbank_transactions (id, ${names}) SELECT '2', ${names} FROM rxbank_transactions WHERE id = ?`,
        )
        .all(id)
      return -amount
    },
  },
]
