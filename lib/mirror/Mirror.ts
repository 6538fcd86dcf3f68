import type { Observable } from 'rxjs'
import type { UserClient } from '../client/UserClient.js'
import type { Priority } from '../http/HttpRequest.js'
import type { PostedLink } from '../model/matchTraces.js'
import type { RejectedRow } from '../polling/UpdatedBatch.js'
import type { Resources } from '../profile/Codecs.js'
import type { Feed } from './Feed.js'
import type { MirrorChange } from './MirrorChange.js'

/** How the rows of a mirror are kept. */
export interface MirrorSettings {
  /**
   * What becomes of a row that was removed at the service: `keep` (default) leaves it, with the moment in `removed_at`;
   * `delete` deletes it.
   */
  readonly removed?: 'keep' | 'delete'
  /** Whether posted transactions name the pending one that they replace, in `pending_id`; default true. */
  readonly link?: boolean
  /** What the first use does where steps are missing: `migrate` (default), or `refuse` with {@link SchemaRefused}. */
  readonly atStart?: 'migrate' | 'refuse'
}

/** What is read of a user, and how. Times in milliseconds. */
export interface MirrorSyncConfig {
  /** The name of the user in the mirror, such as the `external_user_id`: 1 to 255 characters. */
  readonly id: string
  /** What is mirrored, default all but `refreshes`; in the order of {@link Feed}, whatever the order here. */
  readonly feeds?: ReadonlyArray<Feed>
  /**
   * The number that `claim`, or the last batch of the round before, has given: if it is the user's no longer, nothing is
   * written. Default: the round claims the user itself.
   */
  readonly fence?: number
  /** The moment to begin with where there is no bookmark yet; default: everything that the service has. */
  readonly since?: Date
  /** Resources a page, 1 to 500; default 500. */
  readonly limit?: number
  /** More pages of a list are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** How far before the bookmark a round asks; default five minutes. */
  readonly overlap?: number
  /** What becomes of a changed row that cannot be decoded: `error` (default) ends the round, `report` leaves it out. */
  readonly onInvalidRow?: 'error' | 'report'
  /** How long an attempt of a request may take. */
  readonly timeout?: number
  /** Whether somebody waits for the round, as after a webhook; default `background`. */
  readonly priority?: Priority
}

/**
 * A transaction of a round, which is committed.
 *
 * - `changed`: the ids of rows that are new or differ from before; `removed`: of those that were there and are no more.
 * - `links`: posted transactions that were found for pending ones.
 * - `rejected`: rows that were left out, with `onInvalidRow: 'report'`.
 * - `fence`: the number of the user from now on.
 * - `isLast`: whether it is the last one of its feed in this round.
 */
export interface MirrorBatch {
  readonly user: string
  readonly feed: Feed
  readonly changed: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly links: ReadonlyArray<PostedLink>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly fence: number
  readonly isLast: boolean
}

/** A step of the tables that was applied. */
export interface Migration {
  readonly number: number
}

/** A user of the mirror, and the number that counts for them. */
export interface MirroredUser {
  readonly id: string
  readonly fence: number
}

/** What was erased: the user, whether they were there, and how many rows there were. */
export interface Erasure {
  readonly user: string
  readonly wasKnown: boolean
  readonly rows: number
}

/** What a mirror reads: the client of a user, of whatever profile. */
export type MirrorSource<R extends Resources> = Pick<UserClient<R>, 'accounts' | 'items' | 'stocks' | 'transactions'>

/**
 * Users' data in a database. All streams are cold but `changes$`; they error with a `MirrorError` where the database fails,
 * and with `SchemaRefused` where its tables are of another version. The database is yours: it is never closed.
 */
export interface Mirror {
  /** Applies the steps that are missing: emits each of them once all are committed, and completes. */
  readonly migrate: () => Observable<Migration>
  /**
   * Reads once what has changed of a user, and writes it.
   *
   * Cold. Each page is a transaction, with which the bookmark moves at the end of its feed; emits it once it is committed,
   * and completes after the last feed. Errors with a `ClientError` where the service fails, with `Fenced` where somebody
   * else has claimed the user or erased them, and then no more is written. Unsubscribing aborts the request in flight and
   * rolls back the transaction that is open. What was not committed comes in the next round.
   */
  readonly sync: <R extends Resources>(user: MirrorSource<R>, config: MirrorSyncConfig) => Observable<MirrorBatch>
  /**
   * Takes a user over, who is added if they are not there: emits the number that counts from now on, and completes. Rounds
   * with an earlier one write nothing more.
   */
  readonly claim: (id: string) => Observable<number>
  /** The users, in the order of their ids: emits each and completes. */
  readonly users: () => Observable<MirroredUser>
  /** Removes a user with all rows and bookmarks, in one transaction: emits what there was, and completes. */
  readonly erase: (id: string) => Observable<Erasure>
  /**
   * What has changed, told after its transaction is committed. Begins with `Listening`, and never completes.
   *
   * Shared: the last to unsubscribe ends it, and gives back its connection.
   */
  readonly changes$: Observable<MirrorChange>
}
