/**
 * Keeps a mirror of many users up to date, by rounds that are spread over time and over processes. Begin with
 * {@link createFleet}.
 *
 * @module rxbank/fleet
 */
export { createEngine, type EngineConfig } from './createEngine.js'
export { createFleet, type Fleet } from './createFleet.js'
export type {
  DueRound,
  Engine,
  EngineStatus,
  FeedAside,
  FleetUser,
  Lane,
  NewUser,
  RoundEnd,
  WorkConfig,
  WorkerEvent,
} from './Engine.js'
export { type FleetClient, type FleetConfig } from './FleetConfig.js'
export type {
  EngineLost,
  FeedReadmitted,
  FeedSetAside,
  FleetEvent,
  FleetEventBody,
  FleetUserReplaced,
  RoundEnded,
  RoundFailed,
  RoundFenced,
  UserSetAside,
  WorkerPaused,
} from './FleetEvent.js'
export { type EngineLaw, engineLaws, type EnginePlace } from './engineLaws.js'
export { FleetError, type FleetReason, type FleetTables } from './FleetError.js'
export { type PostgresTimeouts } from '../postgres/limits.js'
export { memoryEngine, type MemoryEngine, type MemoryEngineConfig } from './memoryEngine.js'
