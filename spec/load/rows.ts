/** The rows of the service: what each user has follows from the time, so that the truth needs no store. */
export interface Bank {
  /** When the first rows were made, in milliseconds. */
  readonly from: number
  /** Milliseconds between two rows of a user. */
  readonly period: number
}

/** A row as the service shows it. */
export interface BankRow {
  readonly id: number
  readonly amount: number
  readonly updated_at: string
}

const rowsOfUser = 1_000_000

/** When the first row of a user was made: users differ, so that the rows of all come evenly. */
const phase = (user: number, period: number): number => (((user * 2_654_435_761) % 1_000_003) / 1_000_003) * period

export const madeAt = ({ from, period }: Bank, user: number, index: number): number =>
  Math.round(from + phase(user, period) + index * period)

/** The number of the newest row of a user; -1 without one. */
export const newest = (bank: Bank, user: number, now: number): number =>
  Math.floor((now - bank.from - phase(user, bank.period)) / bank.period)

export const rowOf = (bank: Bank, user: number, index: number): BankRow & Readonly<Record<string, unknown>> => ({
  id: user * rowsOfUser + index + 1,
  description: 'Card',
  amount: -(index % 97) - 0.25,
  currency_code: 'EUR',
  account_id: user + 1,
  is_deleted: false,
  updated_at: new Date(madeAt(bank, user, index)).toISOString(),
})

export const nameOf = (user: number): string => `u${String(user)}`
export const numberOf = (name: string): number => Number(name.slice(1))
