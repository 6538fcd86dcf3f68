import type { DatabaseLike } from '../../../lib/mirror/sqlite/DatabaseLike.js'

/** A way in which a mirror comes to have other rows than the bank has booked; returns the difference in cents. */
export interface Damage {
  readonly name: string
  readonly make: (database: DatabaseLike, id: string, amount: number, removeAtBank: () => void) => number
  /** Whether the mirror has mended it by itself. */
  readonly isMended: (database: DatabaseLike, id: string) => boolean
}

const names = 'user_id, account_id, date, amount, minor_units, currency_code, updated_at, row'

const isPresent = (database: DatabaseLike, id: string, condition = 'true'): boolean =>
  database.prepare(`SELECT 1 FROM rxbank_transactions WHERE id = ? AND removed_at IS NULL AND ${condition}`).all(id)
    .length > 0

/** What the proof of a balance must notice, of a row of a mirror that is in the balance. */
export const damages: ReadonlyArray<Damage> = [
  {
    name: 'a row is lost',
    make: (database, id, amount) => {
      database.prepare('DELETE FROM rxbank_transactions WHERE id = ?').all(id)
      return amount
    },
    isMended: (database, id) => isPresent(database, id),
  },
  {
    name: 'a row is doubled',
    make: (database, id, amount) => {
      database
        .prepare(
          `INSERT INTO rxbank_transactions (id, ${names}) SELECT '1', ${names} FROM rxbank_transactions WHERE id = ?`,
        )
        .all(id)
      return -amount
    },
    isMended: (database) => !isPresent(database, '1'),
  },
  {
    name: 'a changed amount was not delivered',
    make: (database, id) => {
      database.prepare('UPDATE rxbank_transactions SET minor_units = minor_units - 250 WHERE id = ?').all(id)
      return 250
    },
    isMended: (database, id) => isPresent(database, id, 'minor_units = -700'),
  },
  {
    name: 'a removed row stays',
    make: (database, id, amount, removeAtBank) => {
      const [kept] = database.prepare(`SELECT id, ${names} FROM rxbank_transactions WHERE id = ?`).all(id)
      removeAtBank()
      database.prepare('DELETE FROM rxbank_transactions WHERE id = ?').all(id)
      const values = Object.values(kept as Readonly<Record<string, string>>)
      database
        .prepare(`INSERT INTO rxbank_transactions (id, ${names}) VALUES (${values.map(() => '?').join(', ')})`)
        .all(...values)
      return -amount
    },
    isMended: (database, id) => !isPresent(database, id),
  },
]
