/**
 * A movement of money on an account of one person, in one form for all API versions of the service. All functions of the
 * ledger work with it.
 *
 * - `id`: the id of the transaction, unique among those of its user.
 * - `account`: the id of its account.
 * - `minorUnits`: the exact amount in the minor unit of its currency, such as cents; negative for a debit.
 * - `currency`: the ISO 4217 code, such as `EUR`.
 * - `date`: a calendar day, `YYYY-MM-DD`.
 * - `isPending`: whether it is not booked yet. No balance includes a pending movement.
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
