/**
 * One account under several ids. Begin with {@link matchAccounts}.
 *
 * @module rxbank/accounts
 */
export {
  acceptAccount,
  type AccountDecision,
  accountDecision,
  type AccountPair,
  rejectAccount,
  withdrawAccount,
} from './ledger/accounts/AccountDecision.js'
export type {
  AccountCandidate,
  AccountDoubt,
  AccountEvidence,
  AccountLink,
  AccountMatches,
  RowComparison,
} from './ledger/accounts/AccountLink.js'
export { type LineageAccount, lineageOf, type Lineages } from './ledger/accounts/Lineages.js'
export { matchAccounts, type MatchAccountsConfig } from './ledger/accounts/matchAccounts.js'
export { type MatchedRow, matchRows, type RowMatches, type RowSides } from './ledger/accounts/matchRows.js'
export type { RowLikeness } from './ledger/accounts/pairRows.js'
export type { RelinkedAccount } from './ledger/accounts/RelinkedAccount.js'
export { type RowCollection, withoutDuplicates } from './ledger/accounts/withoutDuplicates.js'
export type { LedgerRow } from './ledger/toLedgerEntry.js'
export { type LineageUser, liveLineages, type LiveLineagesConfig } from './streams/lineages/liveLineages.js'
export {
  type ShownRows,
  type WithLineages,
  withLineages,
  type WithLineagesConfig,
} from './streams/lineages/withLineages.js'
