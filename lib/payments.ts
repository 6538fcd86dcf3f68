/**
 * Incoming payments, and the invoices or rents that they pay. Begin with {@link matchExpected}.
 *
 * @module rxbank/payments
 */
export type { LedgerEntry, LedgerRow } from './ledger/toLedgerEntry.js'
export type { ExpectedPayment } from './ledger/payments/ExpectedPayment.js'
export { matchExpected } from './ledger/payments/matchExpected.js'
export {
  type PaymentAllocation,
  type PaymentCandidate,
  type PaymentDoubt,
  type PaymentMatch,
  type PaymentMatches,
  type PaymentReason,
} from './ledger/payments/PaymentMatch.js'
export { type MatchExpectedConfig } from './ledger/payments/PaymentRule.js'
