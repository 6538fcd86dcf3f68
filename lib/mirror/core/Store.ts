import type { Observable } from 'rxjs'
import type { MirrorChange } from '../log/MirrorChange.js'
import type { UserProgress } from '../rounds/FeedProgress.js'
import type { Feed } from './Feed.js'
import type { Program } from './Program.js'
import type { SqlDialect } from './SqlDialect.js'

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
  /**
   * Until when rounds with changes look for accounts that continue or duplicate others, in milliseconds since 1970;
   * `undefined` if there is nothing to find.
   */
  readonly matchUntil: number | undefined
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
 * Operations of a database for many users at once. They cost less than a transaction for each user. Results are in the
 * order of the arguments. A batch contains each user at most once.
 */
export interface BatchOperations {
  readonly beginRounds: (rounds: ReadonlyArray<RoundStart>) => Observable<ReadonlyArray<StartedRound>>
  /**
   * Stores the bookmarks of rounds whose fence is valid, and emits their next fences; `undefined` for the other rounds.
   */
  readonly endUnchangedRounds: (rounds: ReadonlyArray<UnchangedRound>) => Observable<ReadonlyArray<number | undefined>>
}

/**
 * Why the database may have something new: a connection begins to listen, changes were logged, or a person has decided
 * something. Any role may have sent the notification, so it is only a reason to read.
 */
export type Wake = 'connection' | 'change' | 'decision'

/** The database that a mirror writes to. */
export interface Store {
  readonly dialect: SqlDialect
  /**
   * Runs a program as one transaction. Cold; emits the program's result once it is committed, and completes. Errors
   * with a `MirrorError`, or with what the program throws. After an error, and on unsubscribing, the transaction is
   * rolled back.
   */
  readonly transaction: <A>(program: () => Program<A>) => Observable<A>
  /** Runs a program as `transaction` does, with longer timeouts; default: `transaction`. */
  readonly migration?: Store['transaction']
  /** Operations for many users at once, if the database has them. */
  readonly batches?: BatchOperations
  /** Notifies subscribers in this process of a committed change, if the database itself has no notifications. */
  readonly emitChange: (change: MirrorChange) => void
  /**
   * Overwrites what erased rows have left in the files of the database. Completes even if that is impossible now; it is
   * then tried again after later transactions. Missing if the database does it itself.
   */
  readonly eraseTraces?: Observable<never>
  /** The changes that `emitChange` was called with; missing if the mirror emits the changes of the log. */
  readonly committed$?: Observable<MirrorChange>
  /** Emits when the database may have something new. */
  readonly wakes$: Observable<Wake>
}
