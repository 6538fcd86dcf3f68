import type { Observable } from 'rxjs'
import type { Feed } from './Feed.js'
import type { UserProgress } from './FeedProgress.js'

/** A round to start. Without a fence, the round claims its user. */
export interface RoundStart {
  readonly user: string
  readonly fence: number | undefined
}

/** A round that has started, and how far its feeds were read. Without `progress`, the fence is outdated. */
export interface StartedRound {
  readonly fence: number
  readonly progress: UserProgress | undefined
  /** The uuid of the user, if it is known. */
  readonly userUuid: string | undefined
  /** Whether the mirror has recorded that the service has deleted the user with this uuid. */
  readonly isDeleted: boolean
  /** Whether the balances are to be compared with the rows even if the round changes nothing. */
  readonly isProofOpen: boolean
}

/** A round of a feed that has found no changes: how far the feed was read, as JSON. */
export interface UnchangedRound {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  readonly bookmark: string
  /** The transactions without a counterpart; `null` leaves the stored ones as they are. */
  readonly postedWindow: string | null
  readonly postedRound: number
}

/**
 * Operations of a database for many users at once. They cost less than a transaction for each user. Results are in the order
 * of the arguments. A batch contains each user at most once.
 */
export interface BatchOperations {
  readonly beginRounds: (rounds: ReadonlyArray<RoundStart>) => Observable<ReadonlyArray<StartedRound>>
  /**
   * Stores the bookmarks of rounds whose fence is valid, and emits their next fences; `undefined` for the other rounds.
   */
  readonly endUnchangedRounds: (rounds: ReadonlyArray<UnchangedRound>) => Observable<ReadonlyArray<number | undefined>>
}
