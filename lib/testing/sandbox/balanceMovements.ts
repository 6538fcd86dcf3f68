import type { TransactionRow } from './data/transactionRows.js'

/** What one transaction adds to the balance of its account. */
export interface Movement {
  readonly account: number
  readonly amount: number
}

/** By how much the balances of a user's accounts have moved since the sandbox was created. */
export interface Movements {
  /** Replaces what a transaction adds, at a moment; `undefined` where it adds nothing. */
  readonly replace: (before: Movement | undefined, after: Movement | undefined, now: number) => void
  /** Sets when an account last changed. */
  readonly touch: (account: number, now: number) => void
  /** Gives the movement of one account to another, in place of its own. */
  readonly hand: (from: number, to: number) => void
  /** The sum of an account, and when it last changed; `undefined` if it never did. */
  readonly of: (account: number) => { readonly sum: number; readonly at: number } | undefined
}

/** Removes the noise of floating-point sums; amounts have at most six decimals. */
export const exact = (sum: number): number => Math.round(sum * 1e6) / 1e6

/**
 * What a row adds to the balance of its account: nothing if it is deleted, not booked yet, not to be shown because it
 * repeats others, or in a currency other than that of the accounts.
 */
export const movementOf = (row: TransactionRow): Movement | undefined =>
  row.is_deleted ||
  row.is_future ||
  !row.show_client_side ||
  row.currency_code !== 'EUR' ||
  !Number.isFinite(row.amount)
    ? undefined
    : { account: row.account_id, amount: row.amount }

/** Creates the movements of one user's accounts. */
export const createMovements = (): Movements => {
  const sums = new Map<number, { readonly sum: number; readonly at: number }>()
  const add = (account: number, amount: number, at: number): void => {
    sums.set(account, { sum: exact((sums.get(account)?.sum ?? 0) + amount), at })
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
    hand: (from, to) => {
      const moved = sums.get(from)
      if (moved === undefined) sums.delete(to)
      else sums.set(to, moved)
    },
    of: (account) => sums.get(account),
  }
}
