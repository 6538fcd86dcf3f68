/**
 * Transfers between a person's own accounts. Begin with {@link matchTransfers} or {@link followTransfers}.
 *
 * @module rxbank/transfers
 */
export type { LedgerEntry, LedgerRow } from './ledger/toLedgerEntry.js'
export type { EntryChange } from './ledger/EntryChange.js'
export type { RowLink } from './ledger/transfers/Decisions.js'
export { followTransfers, type LedgerChange, type TransferEvent } from './ledger/transfers/followTransfers.js'
export { matchTransfers, type MatchTransfersConfig } from './ledger/transfers/matchTransfers.js'
export {
  type Transfer,
  type TransferCandidate,
  type TransferDoubt,
  type TransferMatches,
  type TransferReason,
} from './ledger/transfers/Transfer.js'
export {
  type OwnAccount,
  type RateOf,
  type TransferConfig,
  type TransferEvidence,
} from './ledger/transfers/TransferConfig.js'
export {
  acceptTransfer,
  rejectTransfer,
  type TransferDecision,
  transferDecision,
  type TransferRow,
  type TransferRows,
  withdrawDecision,
} from './ledger/transfers/TransferDecision.js'
