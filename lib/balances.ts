/**
 * The balances of an account over time, computed from reported balances and booked rows, and the proof that both agree. Begin
 * with {@link balancesOf}.
 *
 * @module rxbank/balances
 */
export { type BalanceMismatch } from './ledger/balances/BalanceMismatch.js'
export {
  type AccountHistory,
  type BalanceEntry,
  type BalancesConfig,
  balancesOf,
  type DailyBalance,
  type KnownBalance,
} from './ledger/balances/balancesOf.js'
export { type BalancePlot, plotBalances, type PlotConfig } from './ledger/balances/plotBalances.js'
export {
  type ProofCandidate,
  type ProofConstant,
  type ProofReading,
  type ProofState,
  type RemovedSum,
} from './ledger/balances/ProofState.js'
export { proveBalance, type ProofStatus, type ProofStep } from './ledger/balances/proveBalance.js'
export { type BalanceRow, reportedBalance, type ReportedBalance } from './ledger/balances/reportedBalance.js'
export { type LedgerEntry, type LedgerRow, toLedgerEntry } from './ledger/toLedgerEntry.js'
