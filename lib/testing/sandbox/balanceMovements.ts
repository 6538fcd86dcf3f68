import type { TransactionRow } from './data/transactionRows.js'

/** The contribution of one transaction to the balance of its account. */
export interface Movement {
  readonly account: number
  readonly amount: number
}

/** How much the balances of a user's accounts have changed since the sandbox was created. */
export interface Movements {
  /** Replaces the contribution of a transaction at a moment; `undefined` stands for no contribution. */
  readonly replace: (before: Movement | undefined, after: Movement | undefined, now: number) => void
  /** Sets the time of an account's last change. */
  readonly touch: (account: number, now: number) => void
  /** Replaces the movement of account `to` by the movement of account `from`. */
  readonly transfer: (from: number, to: number) => void
  /** The sum of an account's movements, and when it last changed; `undefined` if it never did. */
  readonly get: (account: number) => { readonly sum: number; readonly at: number } | undefined
}

/** Rounds a floating-point sum to six decimals, the most that an amount has. */
export const roundSum = (sum: number): number => Math.round(sum * 1e6) / 1e6

/**
 * The contribution of a row to the balance of its account. There is none if the row is deleted, pending, hidden because
 * it repeats others, or in a currency other than the account's.
 *
 * - `countsRepeats`: whether rows that repeat others count too, because the API version has no field that marks such rows.
 */
export const movementOf = (row: TransactionRow, countsRepeats = false): Movement | undefined =>
  row.is_deleted ||
  row.is_future ||
  (!row.show_client_side && !countsRepeats) ||
  row.currency_code !== 'EUR' ||
  !Number.isFinite(row.amount)
    ? undefined
    : { account: row.account_id, amount: row.amount }

/** Creates the movements of one user's accounts. */
export const createMovements = (): Movements => {
  const sums = new Map<number, { readonly sum: number; readonly at: number }>()
  const add = (account: number, amount: number, at: number): void => {
    sums.set(account, { sum: roundSum((sums.get(account)?.sum ?? 0) + amount), at })
  }
  return {
    replace: (before, after, now) => {
      if (before?.account === after?.account && before?.amount === after?.amount) return
      if (before !== undefined) add(before.account, -before.amount, now)
      if (after !== undefined) add(after.account, after.amount, now)
    },
    touch: (account, now) => {
      add(account, 0, now)
    },
    transfer: (from, to) => {
      const movement = sums.get(from)
      if (movement === undefined) sums.delete(to)
      else sums.set(to, movement)
    },
    get: (account) => sums.get(account),
  }
}
