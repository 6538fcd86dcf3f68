import type { PermitsFailed, TokenStoreFailed } from '../../base/event/ClientEvent.js'
import type { Feed } from '../../mirror/core/Feed.js'
import type { MirrorConsent } from '../../mirror/core/MirrorConsent.js'
import type { Lane } from '../../mirror/fleet/Engine.js'

/** Totals over the rounds of a period. `lag`: the maximum wait of a due round for a worker, in milliseconds. */
export interface Tally {
  readonly rounds: number
  readonly changed: number
  readonly removed: number
  readonly failed: number
  readonly superseded: number
  readonly lag: number
}

/** A failure of the permits or the token store that the client shares with other processes. */
export type ClientFailure = PermitsFailed | TokenStoreFailed

/**
 * Failures with the same reason since their last report. `times` counts them; `error` says why they occur and what to
 * do.
 */
interface FailureReport<A extends ClientFailure> {
  readonly type: A['_tag']
  readonly reason: A['reason']
  readonly times: number
  readonly error: string
}

/** A line that `rxbank fleet up` prints, without its time. Periods are in milliseconds. */
export type ReportBody =
  | { readonly type: 'Started'; readonly database: string; readonly every: number; readonly rounds: number }
  | { readonly type: 'RoundEnded'; readonly user: string; readonly changed: number; readonly removed: number }
  | {
      readonly type: 'RoundFailed'
      readonly user: string
      readonly lane: Lane
      readonly failures: number
      readonly error: string
      readonly wait: number
    }
  | { readonly type: 'UserSuspended'; readonly user: string; readonly reason: string; readonly wait?: number }
  | { readonly type: 'FeedSuspended'; readonly user: string; readonly feed: Feed; readonly reason: string }
  | { readonly type: 'FeedResumed'; readonly user: string; readonly feed: Feed }
  | { readonly type: 'UserReplaced'; readonly user: string; readonly uuid: string }
  | {
      readonly type: 'ConsentReported'
      readonly user: string
      readonly item: number
      readonly change: MirrorConsent['_tag']
      readonly days: number | null
      readonly ends_at: Date | null
    }
  | {
      readonly type: 'BalanceMismatch'
      readonly user: string
      readonly account: string
      readonly currency: string
      readonly reported: string
      readonly expected: string
      readonly difference: string
      readonly since: Date
    }
  | { readonly type: 'ConsentsFailed'; readonly error: string; readonly delay: number }
  | { readonly type: 'WorkersDied'; readonly workers: ReadonlyArray<string>; readonly rounds: number }
  | { readonly type: 'RoundsRestored'; readonly users: number }
  | { readonly type: 'EngineLost'; readonly error: string; readonly delay: number }
  | { readonly type: 'WorkerPaused'; readonly failures: number; readonly error: string; readonly delay: number }
  | FailureReport<PermitsFailed>
  | FailureReport<TokenStoreFailed>
  | ({ readonly type: 'Worked' } & Tally)
  | { readonly type: 'Stopping'; readonly reason: 'drain' | 'signal' }
  | ({ readonly type: 'Ended' } & Tally)

/** A line that `rxbank fleet up` prints, with the time at which it is printed. */
export type FleetReport = { readonly time: Date } & ReportBody
