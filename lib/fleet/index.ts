/**
 * One fleet of workers for many users: rounds of a mirror, spread over time and over processes.
 *
 * @module rxbank/fleet
 */
export type {
  DueRound,
  Engine,
  EngineStatus,
  FleetUser,
  Lane,
  NewUser,
  RoundEnd,
  WorkConfig,
  WorkerEvent,
} from './Engine.js'
export { FleetError, type FleetReason } from './FleetError.js'
export { memoryEngine, type MemoryEngine, type MemoryEngineConfig } from './memoryEngine.js'
