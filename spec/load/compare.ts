import type { Pool } from 'pg'
import { type Bank, type BankRow, nameOf, newest, rowOf } from './rows.js'

/** How the database differs from the service, in numbers of rows. */
export interface Differences {
  readonly rows: number
  readonly missing: number
  readonly wrong: number
  readonly tooMany: number
  /** Users whose rows were counted more or less often than they were written. */
  readonly miscounted: number
}

interface Held extends BankRow {
  readonly user_id: string
}

const key = (user: string, id: number): string => `${user} ${String(id)}`

/** Compares the rows of all users with those of the service at a moment, by content. */
export const compare = async (pool: Pool, bank: Bank, users: number, at: number): Promise<Differences> => {
  const { rows } = await pool.query<Held>(
    `SELECT user_id, id::bigint::float8 AS id, amount::float8 AS amount, row->>'updated_at' AS updated_at
     FROM rxbank.transactions WHERE removed_at IS NULL`,
  )
  const held = new Map(rows.map((row) => [key(row.user_id, row.id), row]))
  let expected = 0
  let missing = 0
  let wrong = 0
  for (let user = 0; user < users; user++)
    for (let index = 0; index <= newest(bank, user, at); index++) {
      const { id, amount, updated_at } = rowOf(bank, user, index)
      const row = held.get(key(nameOf(user), id))
      expected++
      if (row === undefined) missing++
      else if (row.amount !== amount || row.updated_at !== updated_at) wrong++
    }
  const { rows: miscounted } = await pool.query<{ readonly users: number }>(
    `SELECT count(*)::int AS users FROM
       (SELECT user_id, count(*) AS rows FROM rxbank.transactions GROUP BY user_id) AS held
       FULL JOIN counts USING (user_id) WHERE held.rows IS DISTINCT FROM counts.rows`,
  )
  const tooMany = rows.length - (expected - missing)
  return { rows: rows.length, missing, wrong, tooMany, miscounted: miscounted[0]?.users ?? 0 }
}
