/**
 * A movement of money on an account, as one person's own books have it: what all functions of the ledger read.
 *
 * - `id`: the id of the transaction, unique among a user's.
 * - `account`: the id of its account.
 * - `minorUnits`: the exact amount in the minor unit of its currency, such as cents; negative for a debit.
 * - `currency`: by ISO 4217, such as `EUR`.
 * - `date`: a day of the calendar, `YYYY-MM-DD`.
 * - `isPending`: whether it is not booked yet, so that no balance includes it.
 * - `operation`: how the money moved, such as `card` or `transfer`, if the service says so.
 * - `text`: the readable description; `bankText`: the description that the bank sent; empty if there is none.
 */
export interface LedgerEntry {
  readonly id: string
  readonly account: string
  readonly minorUnits: bigint
  readonly currency: string
  readonly date: string
  readonly isPending: boolean
  readonly operation?: string
  readonly text: string
  readonly bankText: string
}
