/**
 * A mock server of the service with invented data, in this process or on a port. Begin with {@link createSandbox}.
 *
 * @module rxbank/sandbox
 */
export { dialect2025 } from './testing/sandbox/bridge2025/dialect2025.js'
export { createSandbox } from './testing/sandbox/createSandbox.js'
export type { TransactionChanges, TransactionRow } from './testing/sandbox/data/transactionRows.js'
export type { DialectName, SandboxDialect } from './testing/sandbox/dialect/dialects.js'
export type { Fault, FaultScope, OperationName } from './testing/sandbox/Fault.js'
export type { FaultKind } from './testing/sandbox/faultKinds.js'
export type { Faults } from './testing/sandbox/faults.js'
export type { Journal, JournalCounts, JournalEntry, Outcome } from './testing/sandbox/journal.js'
export type { ChangeConfig, DeleteConfig, InsertConfig } from './testing/sandbox/ledger.js'
export { type OverridableResource, type RawJson, rawJson } from './testing/sandbox/overrides.js'
export type { StockChanges } from './testing/sandbox/portfolio.js'
export type { RefreshConfig, RefreshOutcome } from './testing/sandbox/refreshes.js'
export type { RouteName } from './testing/sandbox/routes.js'
export type {
  BankFormConfig,
  RelinkConfig,
  RemovalConfig,
  Sandbox,
  SandboxConfig,
  SandboxUser,
} from './testing/sandbox/Sandbox.js'
export type { SandboxCredentials } from './testing/sandbox/State.js'
export type { Fetch } from './testing/sandbox/toFetch.js'
export type {
  Deliver,
  WebhookEntry,
  WebhookJournal,
  WebhookOutcome,
  WebhooksConfig,
} from './testing/sandbox/WebhooksConfig.js'
