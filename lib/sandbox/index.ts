/**
 * A mock server of the service with invented data, in this process or on a port. Begin with {@link createSandbox}.
 *
 * @module rxbank/sandbox
 */
export { dialect2025 } from './bridge2025/dialect2025.js'
export { createSandbox } from './createSandbox.js'
export type { TransactionChanges, TransactionRow } from './data/transactions.js'
export type { DialectName, SandboxDialect } from './dialect/dialects.js'
export type { Fault, FaultScope, OperationName } from './Fault.js'
export type { FaultKind } from './FaultKind.js'
export type { Faults } from './faults.js'
export type { Journal, JournalCounts } from './journal.js'
export type { JournalEntry, Outcome } from './JournalEntry.js'
export type { ChangeConfig, DeleteConfig, InsertConfig } from './ledger.js'
export type { OverridableResource } from './overrides.js'
export type { StockChanges } from './portfolio.js'
export { type RawJson, rawJson } from './rawJson.js'
export type { RefreshConfig, RefreshOutcome } from './refreshes.js'
export type { RouteName } from './routes.js'
export type { RemovalConfig, Sandbox, SandboxConfig, SandboxUser } from './Sandbox.js'
export type { SandboxCredentials } from './State.js'
export type { Fetch } from './toFetch.js'
export type { WebhookEntry, WebhookOutcome } from './WebhookEntry.js'
export type { Deliver, WebhookJournal, WebhooksConfig } from './WebhooksConfig.js'
