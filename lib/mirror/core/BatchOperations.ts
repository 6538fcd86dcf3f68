import type { Observable } from 'rxjs'
import type { Feed } from './Feed.js'
import type { UserProgress } from './FeedProgress.js'

/** A round that is to begin. Without a fence, it claims its user. */
export interface RoundStart {
  readonly user: string
  readonly fence: number | undefined
}

/** The fence of a round, and how far its feeds were read. Without `progress` the fence is outdated. */
export interface StartedRound {
  readonly fence: number
  readonly progress: UserProgress | undefined
  /** The uuid of the user, if it is known. */
  readonly userUuid: string | undefined
}

/** The end of a feed's round without changed rows: how far the feed was read, as JSON. */
export interface QuietEnd {
  readonly user: string
  readonly fence: number
  readonly feed: Feed
  readonly bookmark: string
  readonly posted: string | null
  readonly round: number
}

/**
 * Operations of a database for many users at once, which cost less than a transaction for each user. Results are in the
 * order of the arguments. A batch has each user only once.
 */
export interface BatchOperations {
  readonly beginRounds: (rounds: ReadonlyArray<RoundStart>) => Observable<ReadonlyArray<StartedRound>>
  /**
   * Stores the bookmarks of rounds whose fence is valid, and emits their next fences; `undefined` for the other rounds.
   */
  readonly end: (rounds: ReadonlyArray<QuietEnd>) => Observable<ReadonlyArray<number | undefined>>
}
