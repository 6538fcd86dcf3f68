import type { Observable } from 'rxjs'
import type { Migration } from '../mirror/Mirror.js'

/** `hurried` rounds are those that somebody waits for, as after a webhook; they have places of their own. */
export type Lane = 'scheduled' | 'hurried'

/** What became of a round, and with it of the user's next one. Times in milliseconds. */
export type RoundEnd =
  /** The next round is due after `wait`; a user who was hurried during this one is due at once. */
  | { readonly _tag: 'Again'; readonly wait: number; readonly every: number; readonly failures: number }
  /** There is no next round until `retry`: the user is kept, with the reason in words without data of the user. */
  | { readonly _tag: 'SetAside'; readonly reason: string }

/** A round that is due and is this worker's, until it is ended or the worker is taken for dead. */
export interface DueRound {
  readonly user: string
  /** The user's id in webhooks, once `identify` has told it. */
  readonly uuid: string | undefined
  readonly lane: Lane
  /** Milliseconds between the moment at which it was due and that at which it was taken, by the engine's clock. */
  readonly lag: number
  /** The interval between rounds, as the last one has left it; undefined before the first. */
  readonly every: number | undefined
  /** How many rounds in a row have failed before. */
  readonly failures: number
  /**
   * Ends the round and schedules the next one. Emits once whether the round was still this worker's; if not, nothing was
   * changed. Completes; errors with a `FleetError` where the engine cannot be reached: the round may be ended again.
   */
  readonly end: (end: RoundEnd) => Observable<boolean>
}

/** How a worker takes rounds. */
export interface WorkConfig {
  /** How many rounds of each lane it holds at once. */
  readonly places: Readonly<Record<Lane, number>>
  /** When it emits, no further round is taken; the stream completes once those that are held were ended. */
  readonly stop$: Observable<unknown>
}

/** Users to be watched. Milliseconds. */
export interface NewUser {
  readonly id: string
  /** How long from now the first round is due. */
  readonly wait: number
}

/** A user of the fleet. */
export interface FleetUser {
  readonly id: string
  /** The user's id in webhooks, once a round has told it. */
  readonly uuid: string | undefined
  readonly every: number | undefined
  readonly failures: number
  /** Why the user is set aside; undefined where rounds go on. */
  readonly reason: string | undefined
}

/** Counts of all processes. */
export interface EngineStatus {
  readonly users: number
  readonly setAside: number
  /** Rounds whose moment has come and that nobody has taken. */
  readonly due: number
  /** Milliseconds since the moment of the one that has waited longest; 0 without one. */
  readonly lag: number
  /** Rounds that are held by workers. */
  readonly held: number
  /** Workers that live, by their names. */
  readonly workers: ReadonlyArray<string>
}

/** What a worker is told beside its rounds. */
export type WorkerEvent =
  /** Workers that were taken for dead: what they held is due at once. */
  | { readonly _tag: 'TakenOver'; readonly workers: ReadonlyArray<string>; readonly rounds: number }
  /** Users without a round, who have one again. */
  | { readonly _tag: 'Rearmed'; readonly users: number }

/**
 * What says when: a queue with one entry for each user, which workers of many processes take from. It may be late, and it
 * may give a round twice; that nothing is written twice is due to the fence of the mirror.
 *
 * All its Observables are cold. Those of one answer emit it and complete; they error with a `FleetError`.
 */
export interface Engine {
  /** Makes or updates what it is kept in; emits the steps that were applied. */
  readonly migrate: () => Observable<Migration>
  /** Adds users, and arms their first rounds; those who are there stay as they are. Emits how many are new. */
  readonly add: (users: ReadonlyArray<NewUser>) => Observable<number>
  /** Removes a user; a round that is under way ends with `false`. Emits whether there was one. */
  readonly remove: (id: string) => Observable<boolean>
  /** Keeps by which id webhooks name the user. */
  readonly identify: (id: string, uuid: string) => Observable<boolean>
  /**
   * Makes the round of a user due at once and first; where one is under way, the next. A user who is set aside stays so.
   * Emits whether there is the user.
   */
  readonly hurry: (user: { readonly id: string } | { readonly uuid: string }) => Observable<boolean>
  /** Lets a user who is set aside have rounds again, from now on. Emits whether there was one who is set aside. */
  readonly retry: (id: string) => Observable<boolean>
  /** Emits all users, ordered by id, and completes. */
  readonly users: () => Observable<FleetUser>
  readonly status: () => Observable<EngineStatus>
  /**
   * Takes rounds as a worker: emits each round that is due, and what the worker did for others. Takes no more than there
   * are places; a place is free again when its round was ended.
   *
   * Never completes before `stop$`. Errors with a `FleetError` when the worker was taken for dead, or when the engine is
   * lost to it for so long that it may have been: what it holds is no longer its own. Unsubscribing gives back what is
   * held: it is due at once for others.
   */
  readonly work: (config: WorkConfig) => Observable<DueRound | WorkerEvent>
}
