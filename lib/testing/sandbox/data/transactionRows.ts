import { below, draw, pick, unit } from '../seededRandom.js'
import { cents, floorTo, isoDay, isoTime, type World } from '../World.js'
import { merchants } from './merchants.js'

const day = 24 * 60 * 60 * 1000

/** The size of the range of ids that each user has. */
const room = 1e10
const first = 36_000_000_000_000

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

/** What a test may change in a transaction. */
export type TransactionChanges = Partial<Omit<TransactionRow, 'id' | 'updated_at'>>

/** The id of a user's transaction by its number from 0. Ids rise with the numbers. */
export const transactionId = (seed: number, user: number, index: number): number =>
  first + user * room + index * 7 + below(draw(seed, index), 7)

/** The inverse of {@link transactionId}: the numbers of the user and of the transaction. */
export const locateTransaction = (id: number): { readonly user: number; readonly index: number } => {
  const user = Math.floor((id - first) / room)
  return { user, index: Math.floor((id - first - user * room) / 7) }
}

/** When the transactions of the history were made and last updated. Both times rise with the number. */
export const history = ({ anchor, transactions, precision }: World) => {
  const span = Math.min(day / 4, (730 * day) / Math.max(transactions, 1))
  const slot = (index: number): number => anchor - (transactions - index) * span
  return {
    made: (own: number, index: number): number => Math.floor(slot(index) + (unit(own) * span) / 2),
    updated: (own: number, index: number): number =>
      floorTo(slot(index) + (unit(own) * span) / 2 + (unit(draw(own, 1)) * span) / 2, precision),
  }
}

/** The account of a transaction, drawn from those that can have transactions. */
export const accountOf = (own: number, accountIds: ReadonlyArray<number>): number => pick(draw(own, 5), accountIds)

/** The row of a transaction that was made at `made` and last updated at `updated`. */
export const transactionRow = (
  own: number,
  id: number,
  made: number,
  updated: number,
  accountIds: ReadonlyArray<number>,
): TransactionRow => {
  const [description, raw, category, least, greatest] = pick(draw(own, 2), merchants)
  const date = isoDay(made)
  const reference = String(100000 + below(draw(own, 3), 900000))
  return {
    id,
    description,
    raw_description: raw.replace('#', `${date.slice(8)}${date.slice(5, 7)}`).replace('*', reference),
    amount: cents(least + (greatest - least) * unit(draw(own, 4)) ** 2),
    date,
    updated_at: isoTime(updated),
    currency_code: 'EUR',
    is_deleted: false,
    category_id: category,
    account_id: accountOf(own, accountIds),
    is_future: false,
    show_client_side: true,
  }
}

/** The row of a transaction while it is pending: its date is two days later, and the bank's text is shorter. */
export const pendingRow = (row: TransactionRow, made: number): TransactionRow => ({
  ...row,
  raw_description: row.description.toUpperCase(),
  date: isoDay(made + 2 * day),
  is_future: true,
})
