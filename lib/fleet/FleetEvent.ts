import type { Lane, WorkerEvent } from './Engine.js'

/** Which round it was. Milliseconds: `lag` from the moment at which it was due to its begin, `took` from there to its end. */
interface OfRound {
  readonly user: string
  readonly lane: Lane
  readonly lag: number
  readonly took: number
}

/** A round has read its user to the end. `changed`, `removed`: rows; `wait`: milliseconds to the next round. */
export interface RoundEnded extends OfRound {
  readonly _tag: 'RoundEnded'
  readonly changed: number
  readonly removed: number
  readonly wait: number
}

/** A round has failed, for a reason that may pass: `error`. `failures`: how many in a row, with this one. */
export interface RoundFailed extends OfRound {
  readonly _tag: 'RoundFailed'
  readonly error: unknown
  readonly failures: number
  readonly wait: number
}

/** A round was no longer this worker's, or another one writes its user: it has ended without harm. */
export interface RoundFenced extends OfRound {
  readonly _tag: 'RoundFenced'
}

/** A user has no more rounds until `retry`. `reason`: why, in words without data of the user; `error`: what it was. */
export interface UserSetAside extends OfRound {
  readonly _tag: 'UserSetAside'
  readonly reason: string
  readonly error: unknown
}

/** The engine is lost, or has taken this worker for dead: it works again in `delay` milliseconds. */
export interface EngineLost {
  readonly _tag: 'EngineLost'
  readonly error: unknown
  readonly delay: number
}

/**
 * So many rounds in a row have failed, `failures`, that it is for no reason of their users: the worker has given back what it
 * held, and works again in `delay` milliseconds. `error`: what the last round failed with.
 */
export interface WorkerPaused {
  readonly _tag: 'WorkerPaused'
  readonly failures: number
  readonly error: unknown
  readonly delay: number
}

/** What happened, by tag. */
export type FleetEventBody =
  EngineLost | RoundEnded | RoundFailed | RoundFenced | UserSetAside | WorkerEvent | WorkerPaused

/** Something that a worker of a fleet did: a closed union on `_tag`. `time`: when, by the fleet's clock. */
export type FleetEvent = FleetEventBody & { readonly time: Date }
