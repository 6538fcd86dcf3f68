import type { BalancesConfig } from '../../ledger/balances/balancesOf.js'

/** The account whose balances are read, and the series to compute. */
export interface MirrorBalancesConfig extends BalancesConfig {
  readonly user: string
  readonly account: string
}
