/**
 * The balance of an account has disagreed with its transactions for too long to be a delay of the service. Rows are
 * missing, are too many, or have another amount than at the bank. Amounts are in the minor unit of `currency`.
 *
 * - `reported`: the balance that the service reported last; `expected`: the balance that follows from the booked rows.
 * - `difference`: `reported` minus `expected`.
 * - `since`: when the difference was first seen, by the service's clock if its time is known.
 */
export interface BalanceMismatch {
  readonly _tag: 'BalanceMismatch'
  readonly account: string
  readonly currency: string
  readonly expected: bigint
  readonly reported: bigint
  readonly difference: bigint
  readonly since: Date
}
