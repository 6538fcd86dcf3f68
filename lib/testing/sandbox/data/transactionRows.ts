import { draw, fraction, integerBelow, pick } from '../seededRandom.js'
import { floorTo, isoDay, isoTime, roundToCents, type World } from '../World.js'
import { merchants } from './merchants.js'

const day = 24 * 60 * 60 * 1000

/** The size of the range of ids that each user has. */
const idsPerUser = 1e10
const firstId = 36_000_000_000_000

/** The row of a transaction. */
export interface TransactionRow {
  readonly id: number
  readonly description: string
  readonly raw_description: string
  readonly amount: number
  readonly date: string
  readonly updated_at: string
  readonly currency_code: string
  readonly is_deleted: boolean
  readonly category_id: number
  readonly account_id: number
  readonly is_future: boolean
  readonly show_client_side: boolean
}

/** The fields of a transaction that a test may change. */
export type TransactionChanges = Partial<Omit<TransactionRow, 'id' | 'updated_at'>>

/** The id of a user's transaction by its number from 0. Ids increase with the numbers. */
export const transactionId = (seed: number, user: number, index: number): number =>
  firstId + user * idsPerUser + index * 7 + integerBelow(draw(seed, index), 7)

/** The inverse of {@link transactionId}: the numbers of the user and of the transaction. */
export const locateTransaction = (id: number): { readonly user: number; readonly index: number } => {
  const user = Math.floor((id - firstId) / idsPerUser)
  return { user, index: Math.floor((id - firstId - user * idsPerUser) / 7) }
}

/** The times at which the transactions of the history were booked and last updated. Both increase with the number. */
export const history = ({ sandboxStartMs, transactions, precision }: World) => {
  const span = Math.min(day / 4, (730 * day) / Math.max(transactions, 1))
  const slot = (index: number): number => sandboxStartMs - (transactions - index) * span
  return {
    bookedAt: (transactionSeed: number, index: number): number =>
      Math.floor(slot(index) + (fraction(transactionSeed) * span) / 2),
    updatedAt: (transactionSeed: number, index: number): number =>
      floorTo(
        slot(index) + (fraction(transactionSeed) * span) / 2 + (fraction(draw(transactionSeed, 1)) * span) / 2,
        precision,
      ),
  }
}

/** The account of a transaction, drawn from those that can have transactions. */
export const accountOf = (transactionSeed: number, accountIds: ReadonlyArray<number>): number =>
  pick(draw(transactionSeed, 5), accountIds)

/** The row of a transaction. */
export const transactionRow = (
  transactionSeed: number,
  id: number,
  bookedAt: number,
  updatedAt: number,
  accountIds: ReadonlyArray<number>,
): TransactionRow => {
  const [description, raw, category, min, max] = pick(draw(transactionSeed, 2), merchants)
  const date = isoDay(bookedAt)
  const reference = String(100000 + integerBelow(draw(transactionSeed, 3), 900000))
  return {
    id,
    description,
    raw_description: raw.replace('#', `${date.slice(8)}${date.slice(5, 7)}`).replace('*', reference),
    amount: roundToCents(min + (max - min) * fraction(draw(transactionSeed, 4)) ** 2),
    date,
    updated_at: isoTime(updatedAt),
    currency_code: 'EUR',
    is_deleted: false,
    category_id: category,
    account_id: accountOf(transactionSeed, accountIds),
    is_future: false,
    show_client_side: true,
  }
}

/** The row of a transaction while it is pending: its date is two days later, and the bank's text is shorter. */
export const pendingRow = (row: TransactionRow, bookedAt: number): TransactionRow => ({
  ...row,
  raw_description: row.description.toUpperCase(),
  date: isoDay(bookedAt + 2 * day),
  is_future: true,
})
