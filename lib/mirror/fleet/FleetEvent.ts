import type { MirrorConsent } from '../consents/MirrorConsent.js'
import type { Feed } from '../core/Feed.js'
import type { MirrorBalanceMismatch } from '../core/Mirror.js'
import type { Lane, WorkerEvent } from './Engine.js'

/**
 * The fields of each event about a round. `lag`: the milliseconds from the time at which it was due to its start;
 * `duration`: the milliseconds from its start to its end.
 */
interface RoundEvent {
  readonly user: string
  readonly lane: Lane
  readonly lag: number
  readonly duration: number
}

/**
 * A round has succeeded. `changed`, `removed`: numbers of rows; `rejected`: number of rows that were omitted because of
 * `onInvalidRow: 'report'`; `wait`: milliseconds until the user's next round.
 */
export interface RoundEnded extends RoundEvent {
  readonly _tag: 'RoundEnded'
  readonly changed: number
  readonly removed: number
  readonly rejected: number
  readonly wait: number
}

/**
 * A round has failed with `error`, and the next one may succeed. If the error is a `FeedsFailed`, the other feeds were
 * read and written, and so were the updates of a feed whose comparison with the full list failed. `failures`: how many
 * rounds of the user have failed in a row, including this one; `wait`: milliseconds until the next one.
 */
export interface RoundFailed extends RoundEvent {
  readonly _tag: 'RoundFailed'
  readonly error: unknown
  readonly failures: number
  readonly wait: number
}

/**
 * A round has ended because another process writes the user, or because the worker no longer held the round. The fence
 * of the mirror ensures that nothing was overwritten.
 */
export interface RoundSuperseded extends RoundEvent {
  readonly _tag: 'RoundSuperseded'
}

/**
 * A user was suspended, and has no rounds until `retry`. If the service has caused this, the event has `wait`: the user
 * is then read again after `wait` milliseconds, or when a webhook arrives. `UserResumed` follows once a round succeeds.
 * `reason`: why, without data of the user; `error`: the error of the last round.
 */
export interface UserSuspended extends RoundEvent {
  readonly _tag: 'UserSuspended'
  readonly reason: string
  readonly wait?: number
  readonly error: unknown
}

/** A user who was suspended has been read again, at least in part. */
export interface UserResumed {
  readonly _tag: 'UserResumed'
  readonly user: string
}

/**
 * A feed of a user failed on its own, and another attempt would fail in the same way. The user's rounds read only the
 * other feeds until `retry`, or for six hours. `reason`: why, without data of the user; `error`: the error of the feed.
 */
export interface FeedSuspended {
  readonly _tag: 'FeedSuspended'
  readonly user: string
  readonly feed: Feed
  readonly reason: string
  readonly error: unknown
}

/** A feed that was suspended was read again. From now on, all rounds of the user read it. */
export interface FeedResumed {
  readonly _tag: 'FeedResumed'
  readonly user: string
  readonly feed: Feed
}

/**
 * A user was deleted at the service, and created again under the same external id. The old rows are removed from the
 * mirror, and everything is read again. `uuid`: the user's new id in webhooks.
 */
export interface FleetUserReplaced {
  readonly _tag: 'UserReplaced'
  readonly user: string
  readonly uuid: string
}

/** The consent for an item of a user has a notice due, has ended or was renewed, or its end is unreadable. */
export interface ConsentReported {
  readonly _tag: 'ConsentReported'
  readonly user: string
  readonly consent: MirrorConsent
}

/**
 * A report of consents has failed, because of the database or because `process` of the option `consents` has errored.
 * The next report starts after `delay` milliseconds, and includes the changes that this one has not reported.
 */
export interface ConsentsFailed {
  readonly _tag: 'ConsentsFailed'
  readonly error: unknown
  readonly delay: number
}

/** The worker cannot reach the engine, or was declared dead. It starts again after `delay` milliseconds. */
export interface EngineLost {
  readonly _tag: 'EngineLost'
  readonly error: unknown
  readonly delay: number
}

/**
 * Too many rounds in a row have failed (`failures`) for their users to be the cause. The worker has released its
 * rounds, and starts again after `delay` milliseconds. `error`: the error of the last round.
 */
export interface WorkerPaused {
  readonly _tag: 'WorkerPaused'
  readonly failures: number
  readonly error: unknown
  readonly delay: number
}

/** A {@link FleetEvent} without its time. */
export type FleetEventBody =
  | ConsentReported
  | ConsentsFailed
  | EngineLost
  | FeedResumed
  | FeedSuspended
  | FleetUserReplaced
  | RoundEnded
  | RoundFailed
  | RoundSuperseded
  | MirrorBalanceMismatch
  | UserResumed
  | UserSuspended
  | WorkerEvent
  | WorkerPaused

/** Something that happened in a worker of a fleet: a closed union on `_tag`. `time`: when, by the fleet's clock. */
export type FleetEvent = FleetEventBody & { readonly time: Date }
