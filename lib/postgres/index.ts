/**
 * A copy of users' data in a PostgreSQL database, kept up to date. Begin with {@link createMirror}.
 *
 * @module rxbank/postgres
 */
export { type FeedFailure, FeedsFailed } from '../mirror/FeedsFailed.js'
export { Fenced } from '../mirror/Fenced.js'
export { type Feed } from '../mirror/Feed.js'
export type {
  Erasure,
  Migration,
  Mirror,
  MirrorBatch,
  MirroredUser,
  MirrorSettings,
  MirrorSource,
  MirrorSyncConfig,
  MirrorWrite,
} from '../mirror/Mirror.js'
export { type MirrorChange } from '../mirror/MirrorChange.js'
export { MirrorError, type MirrorReason } from '../mirror/MirrorError.js'
export { type Program, type ResultRow, statement, type Statement, type Value } from '../mirror/Program.js'
export { SchemaRefused } from '../mirror/SchemaRefused.js'
export { createMirror, type PostgresMirrorConfig } from './createMirror.js'
export { createTokenStore, type PostgresTokenStore, type PostgresTokenStoreConfig } from './createTokenStore.js'
export { createPermits, type PermitsConfig, type PostgresPermits } from './createPermits.js'
export { type PostgresTimeouts } from './limits.js'
export { readPermits } from './readPermits.js'
export type { PoolClientLike, PoolLike, PostgresNotification } from './PoolLike.js'
