/**
 * A copy of users' data in a PostgreSQL database, kept up to date. Begin with {@link createMirror}.
 *
 * @module rxbank/postgres
 */
export { CursorRefused } from './mirror/log/changeCursor.js'
export { type FeedFailure, FeedsFailed } from './mirror/rounds/FeedsFailed.js'
export { StaleFencingToken } from './mirror/core/StaleFencingToken.js'
export { type Feed } from './mirror/core/Feed.js'
export { type ChangeBatch, type FollowConfig } from './mirror/log/FollowConfig.js'
export type {
  MaintainRecurringConfig,
  MaintainTransfersConfig,
  MaintainedRecurring,
  MaintainedTransfers,
  MaintainedUserSuspended,
} from './mirror/decisions/MaintainConfig.js'
export type {
  ChangeCursor,
  ChangeFilter,
  ChangesConfig,
  LoggedChange,
  MirrorChange,
} from './mirror/log/MirrorChange.js'
export type {
  BalanceMismatch,
  DeletionEvent,
  Erasure,
  MigrateConfig,
  Migration,
  Mirror,
  MirrorBalanceMismatch,
  MirrorBalancesConfig,
  MirrorBatch,
  MirroredUser,
  MirrorSettings,
  MirrorSource,
  MirrorSyncConfig,
  MirrorWrite,
  ProofWait,
  WaitingProof,
  WaitingProofsConfig,
} from './mirror/core/Mirror.js'
export { type MirrorAccountPair } from './mirror/lineages/decideLink.js'
export { type MirrorConsent, type ReportConsentsConfig } from './mirror/consents/MirrorConsent.js'
export { type MirrorFeature } from './mirror/tables/mirrorFeatures.js'
export { MirrorError, type MirrorReason } from './mirror/core/MirrorError.js'
export { type Program, type ResultRow, statement, type Statement, type Value } from './mirror/core/Program.js'
export { SchemaRefused } from './mirror/core/SchemaRefused.js'
export { type LedgerDecision, type UserDecision } from './mirror/decisions/storeDecision.js'
export { createMirror, type PostgresMirrorConfig } from './mirror/postgres/createPostgresMirror.js'
export {
  createTokenStore,
  type PostgresTokenStore,
  type PostgresTokenStoreConfig,
} from './mirror/postgres/createTokenStore.js'
export { createPermits, type PermitsConfig, type PostgresPermits } from './mirror/postgres/createPermits.js'
export { type PostgresTimeouts } from './mirror/postgres/postgresLimits.js'
export { readPermits } from './mirror/postgres/readPermits.js'
export type { PoolClientLike, PoolLike, PostgresNotification } from './mirror/postgres/PoolLike.js'
