/**
 * The recurring payments and income of a person. Begin with {@link findRecurring}.
 *
 * @module rxbank/recurring
 */
export { type Shift } from './base/codec/bankDays.js'
export { findRecurring, type FindRecurringConfig, type RecurringConfig } from './ledger/recurring/findRecurring.js'
export {
  followRecurring,
  type FollowRecurringConfig,
  type RecurringChange,
} from './ledger/recurring/followRecurring.js'
export {
  dismissRecurring,
  type RecurringDecision,
  recurringDecision,
  restoreRecurring,
} from './ledger/recurring/RecurringDecision.js'
export type { KnownRecurring, RecurringEvent } from './ledger/recurring/recurringEvents.js'
export {
  type PriceChange,
  type RecurringPayment,
  type RecurringReasons,
  type RecurringState,
  type RecurringStream,
} from './ledger/recurring/RecurringStream.js'
export { type Cadence } from './ledger/recurring/Schedule.js'
export type { LedgerRow } from './ledger/toLedgerEntry.js'
export type { EntryChange } from './ledger/EntryChange.js'
