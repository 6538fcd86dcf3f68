/**
 * A copy of users' data in a SQLite database, kept up to date. Begin with {@link createMirror}.
 *
 * @module rxbank/sqlite
 */
export { CursorRefused } from './mirror/core/CursorRefused.js'
export { type FeedFailure, FeedsFailed } from './mirror/core/FeedsFailed.js'
export { FenceOutdated } from './mirror/core/FenceOutdated.js'
export { type Feed } from './mirror/core/Feed.js'
export { type ChangeBatch, type FollowConfig } from './mirror/core/FollowConfig.js'
export type {
  KeepRecurringConfig,
  KeepTransfersConfig,
  KeptRecurring,
  KeptTransfers,
  KeptUserSetAside,
} from './mirror/core/KeepConfig.js'
export type { ChangeCursor, ChangeFilter, ChangesConfig, LoggedChange } from './mirror/core/LoggedChange.js'
export type {
  BalanceDiffers,
  DeletionEvent,
  Erasure,
  Migration,
  Mirror,
  MirrorBalanceDiffers,
  MirrorBalancesConfig,
  MirrorBatch,
  MirroredUser,
  MirrorSettings,
  MirrorSource,
  MirrorSyncConfig,
  MirrorWrite,
} from './mirror/core/Mirror.js'
export { type MirrorChange } from './mirror/core/MirrorChange.js'
export { type MirrorConsent, type ReportConsentsConfig } from './mirror/core/MirrorConsent.js'
export { MirrorError, type MirrorReason } from './mirror/core/MirrorError.js'
export { type Program, type ResultRow, statement, type Statement, type Value } from './mirror/core/Program.js'
export { SchemaRefused } from './mirror/core/SchemaRefused.js'
export { type LedgerDecision, type UserDecision } from './mirror/core/storeDecision.js'
export { createMirror, type SqliteMirrorConfig } from './mirror/sqlite/createSqliteMirror.js'
export type { DatabaseLike, SqliteValue, StatementLike } from './mirror/sqlite/DatabaseLike.js'
