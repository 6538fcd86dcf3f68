import type { Observable } from 'rxjs'
import type { Feed } from '../core/Feed.js'
import type { Migration } from '../core/Mirror.js'

/** Whether a worker with this concurrency takes rounds. A worker that takes none is paused. */
export const takesRounds = ({ scheduled, immediate }: WorkConfig['concurrency']): boolean =>
  scheduled > 0 || immediate > 0

/**
 * The lane of a round: `immediate` if somebody waits for it, as after a webhook; otherwise `scheduled`. Each lane has
 * its own limit for the rounds that a worker runs at once.
 */
export type Lane = 'scheduled' | 'immediate'

/** A feed that the rounds of its user do not read for now. The reason contains no data of the user. */
export interface SuspendedFeed {
  readonly feed: Feed
  readonly reason: string
  /** For how many milliseconds it has been suspended, by the engine's clock. */
  readonly age: number
  /** Whether `retry` was called since. The user's next round then reads the feed. */
  readonly isRetried: boolean
}

/** How a round ended, and when the user's next one is due. Times are in milliseconds. */
export type RoundEnd =
  /**
   * The next round is due after `wait`, or after a second if that is less and `runNow` was called during this round.
   * Feeds in `suspended` are suspended from now on, and feeds in `resumed` no longer are; all others stay as they were.
   *
   * - `lastError`: why the round has failed, without data of the user. It is stored until a round has 0 `failures`.
   * - `isUserResumed`: the user was suspended, and no longer is.
   * - `isPostponed`: the round has read nothing, so an immediate round after it is due without the wait of a second.
   */
  | {
      readonly _tag: 'Again'
      readonly wait: number
      readonly every: number
      readonly failures: number
      readonly lastError?: string
      readonly suspended?: ReadonlyArray<Pick<SuspendedFeed, 'feed' | 'reason'>>
      readonly resumed?: ReadonlyArray<Feed>
      readonly isUserResumed?: true
      readonly isPostponed?: true
    }
  /**
   * The user is suspended until an end has `isUserResumed`. The next round is due after `wait`; without `wait` there is
   * none until `retry`. The reason contains no data of the user.
   */
  | { readonly _tag: 'Suspended'; readonly reason: string; readonly failures: number; readonly wait?: number }

/** A round that is due. This worker holds it until the round has ended or the worker is declared dead. */
export interface DueRound {
  readonly user: string
  /** The user's id in webhooks; `undefined` before the first `setUuid`. */
  readonly uuid: string | undefined
  readonly lane: Lane
  /** The milliseconds from the time at which the round was due until it was taken, by the engine's clock. */
  readonly lag: number
  /** The interval that the user's last round has set; `undefined` in the first round. */
  readonly every: number | undefined
  /** How many rounds of the user have failed in a row before this one. */
  readonly failures: number
  /** Whether the user is suspended. The round then reads all feeds. */
  readonly isSuspended: boolean
  /** The feeds of the user that are suspended, ordered by name. */
  readonly suspendedFeeds: ReadonlyArray<SuspendedFeed>
  /**
   * Emits once and completes if `runNow` is called for the user while this worker holds the round; later subscribers
   * get the value at once. An engine may miss a call, because another round follows in any case.
   */
  readonly runNow$: Observable<void>
  /**
   * Ends the round and schedules the user's next one. Emits `true` if the worker still held the round, and `false` if
   * it did not, in which case nothing was changed; then completes. Errors with a `FleetError` if the engine cannot be
   * reached, after which the round can be ended again.
   */
  readonly end: (end: RoundEnd) => Observable<boolean>
}

/** How a worker takes rounds. */
export interface WorkConfig {
  /**
   * The name of the worker in `status` and `WorkersDied`; default: a new one of `workerName`. A worker that starts again
   * under its name takes over its earlier rounds without an event.
   */
  readonly name?: string
  /**
   * The maximum number of rounds of each lane that the worker holds at once. A worker with 0 for both lanes takes no
   * rounds, and `status` emits it in `pausedWorkers`.
   */
  readonly concurrency: Readonly<Record<Lane, number>>
  /** When it emits, the worker takes no further rounds, and its stream completes once its rounds have finished. */
  readonly stop$: Observable<unknown>
}

/** A user to add to the fleet. */
export interface NewUser {
  readonly id: string
  /** The milliseconds until the first round is due. */
  readonly wait: number
}

/** A user of the fleet. */
export interface FleetUser {
  readonly id: string
  /** The user's id in webhooks; `undefined` until a round of the user has succeeded. */
  readonly uuid: string | undefined
  readonly every: number | undefined
  /**
   * The milliseconds until the user's next round is due: 0 if it is due or running; `undefined` if there is none until
   * `retry`.
   */
  readonly wait: number | undefined
  readonly failures: number
  /** The milliseconds since the first of these failed rounds; `undefined` if the last round has succeeded. */
  readonly failingFor: number | undefined
  /** Why the user's last failed round has failed; `undefined` if a later one has succeeded. It contains no data of the user. */
  readonly lastError: string | undefined
  /** Why the user is suspended; `undefined` for any other user. A round that can read a feed resumes the user. */
  readonly reason: string | undefined
  /** The feeds of the user that are suspended, ordered by name. The user's rounds read the others. */
  readonly suspendedFeeds: ReadonlyArray<SuspendedFeed>
}

/** The state of a fleet, counted over all processes. */
export interface EngineStatus {
  readonly users: number
  /** The number of users whose last round has failed, and that are not suspended. */
  readonly failingUsers: number
  /** The number of users that are suspended, until `retry` or for six hours. */
  readonly suspendedUsers: number
  /** The number of feeds that are suspended, summed over all users. */
  readonly suspendedFeeds: number
  /** The number of rounds that are due and that no worker has taken. */
  readonly dueRounds: number
  /** For how many milliseconds the oldest of these rounds has been due; 0 if there is none. */
  readonly lag: number
  /** The number of rounds that workers hold. */
  readonly heldRounds: number
  /** The names of the workers that are not declared dead. */
  readonly workers: ReadonlyArray<string>
  /** The names of the workers that take no rounds for now, because too many in a row have failed. */
  readonly pausedWorkers: ReadonlyArray<string>
}

/** A value, other than a round, that the stream of a worker emits. */
export type WorkerEvent =
  /** Other workers were declared dead, and the rounds that they held, one or more, are due at once. */
  | { readonly _tag: 'WorkersDied'; readonly workers: ReadonlyArray<string>; readonly rounds: number }
  /** The next rounds of `users` users were lost, and are scheduled again. */
  | { readonly _tag: 'RoundsRestored'; readonly users: number }

/**
 * Decides when each user has a round. An engine is a queue with one entry for each user, from which workers in many
 * processes take rounds. A round may be late, and two workers may get it; the fence of the mirror then ensures that
 * nothing is written twice.
 *
 * All its Observables are cold. Those with a single result emit it and complete. They error with a `FleetError`.
 */
export interface Engine {
  /** Creates or updates the tables of the engine, if it has any; emits each migration that was applied. */
  readonly migrate: () => Observable<Migration>
  /** Adds users and schedules their first rounds; existing users do not change. Emits the number of new users. */
  readonly add: (users: ReadonlyArray<NewUser>) => Observable<number>
  /** Removes a user; the `end` of a running round then emits `false`. Emits whether the user existed. */
  readonly remove: (id: string) => Observable<boolean>
  /**
   * Stores or replaces the user's id in webhooks. If `runNow` was called with this uuid during the user's running
   * round, that call takes effect now. Emits whether the user exists.
   */
  readonly setUuid: (id: string, uuid: string) => Observable<boolean>
  /**
   * Makes the next round of a user due at once, in the lane `immediate`. However often it is called, the round is due
   * no sooner than a second after the user's last one has ended, and one begins after the last call. A user who is
   * suspended until `retry` has no round. Emits whether the user exists.
   */
  readonly runNow: (user: { readonly id: string } | { readonly uuid: string }) => Observable<boolean>
  /**
   * Schedules a round, due at once, that reads all feeds, the suspended ones too. What it reads is then resumed. Emits
   * whether the user exists.
   */
  readonly retry: (id: string) => Observable<boolean>
  /** Emits all users, ordered by id, and completes. */
  readonly users: () => Observable<FleetUser>
  readonly status: () => Observable<EngineStatus>
  /** Returns a new name for a worker, which no other worker has. */
  readonly workerName: () => string
  /**
   * Takes rounds as a worker: emits each round that it takes, and events about other workers. It holds no more rounds
   * than `concurrency` allows, and takes further ones as rounds finish.
   *
   * Never completes before `stop$` emits. Errors with a `FleetError` if the worker was declared dead, or could not
   * reach the engine for so long that it may have been: other workers may then have its rounds. Unsubscribing releases
   * its rounds, so that they are due at once for other workers.
   */
  readonly work: (config: WorkConfig) => Observable<DueRound | WorkerEvent>
}
