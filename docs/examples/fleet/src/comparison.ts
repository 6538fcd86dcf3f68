import type { Pool } from 'pg'
import type { Rows } from './messages.js'
import { schema } from './parts.js'

/** What the comparison of database and bank came to. */
export interface Comparison {
  /** Who has rows at the bank that are not in the database, or the other way round. */
  readonly behind: ReadonlyArray<string>
  readonly isGood: boolean
  readonly words: string
}

const number = (value: number): string => value.toLocaleString('en-US')

/** The sum that the transactions which write rows keep. */
export const countRows = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query<{ rows: number }>(`SELECT rows::integer FROM ${schema}.counted`)
  return rows[0]?.rows ?? 0
}

/** Compares the transactions in the database with those of the bank, and with what was counted as they were written. */
export const compare = async (pool: Pool, bank: Rows): Promise<Comparison> => {
  const { rows } = await pool.query<{ user_id: string; ids: ReadonlyArray<string> }>(
    `SELECT user_id, array_agg(id) AS ids FROM ${schema}.transactions WHERE removed_at IS NULL GROUP BY user_id`,
  )
  const counted = await countRows(pool)
  const kept = new Map(rows.map(({ user_id, ids }) => [user_id, new Set(ids)]))
  const behind = bank.filter(([user, ids]) => {
    const own = kept.get(user) ?? new Set()
    return own.size !== ids.length || ids.some((id) => !own.has(id))
  })
  const there = rows.reduce((sum, { ids }) => sum + ids.length, 0)
  const all = bank.reduce((sum, [, ids]) => sum + ids.length, 0)
  const isGood = behind.length === 0 && counted === there
  const words = isGood
    ? `${number(there)} rows, all there, none twice`
    : `${number(there)} of ${number(all)} rows are there, ${number(counted)} were counted; ${number(behind.length)} users differ`
  return { behind: behind.map(([user]) => user), isGood, words }
}
