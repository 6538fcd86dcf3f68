/**
 * Keeps a mirror of many users up to date, by rounds that are spread over time and over processes. Begin with
 * {@link createFleet}.
 *
 * @module rxbank/fleet
 */
export { createEngine, type EngineConfig } from './mirror/fleet/engine/createEngine.js'
export { createFleet, type Fleet } from './mirror/fleet/createFleet.js'
export type {
  DueRound,
  Engine,
  EngineStatus,
  SuspendedFeed,
  FleetUser,
  Lane,
  NewUser,
  RoundEnd,
  WorkConfig,
  WorkerEvent,
} from './mirror/fleet/Engine.js'
export { type FleetClient, type FleetConfig, type FleetConsentsConfig } from './mirror/fleet/FleetConfig.js'
export type {
  ConsentReported,
  ConsentsFailed,
  EngineLost,
  FeedResumed,
  FeedSuspended,
  FleetEvent,
  FleetEventBody,
  FleetUserReplaced,
  RoundEnded,
  RoundFailed,
  RoundSuperseded,
  UserResumed,
  UserSuspended,
  WorkerPaused,
} from './mirror/fleet/FleetEvent.js'
export { FleetError, type FleetReason, type FleetTables } from './mirror/fleet/FleetError.js'
export { type PostgresTimeouts } from './mirror/postgres/postgresLimits.js'
export { memoryEngine, type MemoryEngine, type MemoryEngineConfig } from './mirror/fleet/memoryEngine.js'
