/**
 * The balance of an account is not what its transactions give, and this has lasted too long to be a delay of the service: rows
 * are missing, are too many, or have another amount than the bank has. Amounts are in the minor unit of `currency`.
 *
 * - `told`: the balance that the service told last; `expected`: the balance that the booked rows give.
 * - `difference`: `told` less `expected`.
 * - `since`: when the difference was first seen, by the service's time if it is known.
 */
export interface BalanceDiffers {
  readonly _tag: 'BalanceDiffers'
  readonly account: string
  readonly currency: string
  readonly expected: bigint
  readonly told: bigint
  readonly difference: bigint
  readonly since: Date
}
