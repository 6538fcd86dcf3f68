import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { PostedLink } from '../../service/model/matchTraces.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { PageStream } from '../../streams/pages/PageStream.js'
import type { RejectedRow } from '../../streams/pages/RejectedRow.js'
import type { Feed } from './Feed.js'
import type { MirrorChange } from './MirrorChange.js'
import type { MirrorConsent, ReportConsentsConfig } from './MirrorConsent.js'
import type { Program } from './Program.js'

/** How a mirror keeps rows and tables. */
export interface MirrorSettings {
  /**
   * What happens to a row that was removed at the service: `keep` (default) keeps it and sets `removed_at`; `delete`
   * deletes it.
   */
  readonly removed?: 'keep' | 'delete'
  /** Whether a posted transaction names the pending one that it replaces, in the column `pending_id`; default true. */
  readonly link?: boolean
  /**
   * What the first stream does if the tables lack migrations: `migrate` (default) applies them, `refuse` errors with
   * {@link SchemaRefused}.
   */
  readonly atStart?: 'migrate' | 'refuse'
  /**
   * How often `stocks` and `transactions` are compared with the whole lists of the service, in milliseconds; default a day.
   * A comparison finds removed rows that no update reports. It reads all pages of the list.
   */
  readonly fullSyncEvery?: number
  /** The clock that gives the present time; default: the system's. */
  readonly clock?: Clock
}

/** The options of a round of one user. Times are in milliseconds. */
export interface MirrorSyncConfig {
  /** The name of the user in the mirror, such as the `external_user_id`: 1 to 255 characters. */
  readonly id: string
  /**
   * The feeds to mirror; default all except `refreshes`. They are read in the order of {@link Feed}, whatever the order
   * here.
   */
  readonly feeds?: ReadonlyArray<Feed>
  /**
   * The fence of the user, from `claim` or from the last batch of the previous round. If it is no longer valid, nothing is
   * written. Default: the round claims the user itself.
   */
  readonly fence?: number
  /** The moment from which the first round reads; default: it reads everything that the service has. */
  readonly since?: Date
  /** How many resources a page has, 1 to 500; default 500. */
  readonly limit?: number
  /** The highest number of pages of a list, beyond which the round errors with a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** How far before the bookmark a round begins to read; default five minutes. */
  readonly overlap?: number
  /**
   * What happens to a row of any feed that cannot be decoded: with `error` (default) its feed fails; `report` leaves the row
   * out and reports it in `rejected`. As long as a list of items or accounts has such a row, no row of that feed is removed
   * because the list lacks it.
   */
  readonly onInvalidRow?: 'error' | 'report'
  /** How long an attempt of a request may take; default: that of the client. */
  readonly timeout?: number
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, as after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * Makes the requests for transactions and stocks interactive once it has emitted, as when a webhook arrives during the
   * round. It is the option `hurry$` of `sync` of a user's client.
   */
  readonly hurry$?: Observable<unknown>
  /**
   * A generator of your own statements for each transaction that changes rows. They run after the rows were written, and are
   * committed with them and the bookmark, or not at all. Each `yield` returns the rows of its statement. An error that the
   * generator throws, or the `MirrorError` of a statement, ends the round.
   */
  readonly also?: (written: MirrorWrite) => Program<void>
}

/** What a transaction has written, for the statements of `also`; the fields are those of {@link MirrorBatch}. */
export type MirrorWrite = Pick<MirrorBatch, 'user' | 'feed' | 'changed' | 'removed' | 'links'>

/**
 * The changes of a feed in a transaction that a round has committed. If rows of other feeds were removed with those of the
 * feed, such as the transactions of an account, each of these feeds has a batch before it, with the same `fence`.
 *
 * - `user`: the id of the user; `feed`: the feed whose rows were written.
 * - `changed`: the ids of rows that are new or that differ from before.
 * - `removed`: the ids of rows that were in the table and are now removed, because the service reports it or because it is
 *   confirmed that they, their account or their item are gone.
 * - `links`: pairs of a pending transaction and the posted one that replaces it, as found with this batch.
 * - `inexact`: the ids of rows of `changed`, in `accounts` and `transactions`, that have no exact amount in the smallest unit
 *   of their currency. Their `minor_units` is `NULL`, and no sum includes them.
 * - `rejected`: rows that were left out because of `onInvalidRow: 'report'`.
 * - `fence`: the user's fence from now on.
 * - `checkpoint`: in the last batch of `transactions` and `stocks`, the moment by the service's clock up to which the
 *   feed was read, if it is known; `None` in all other batches.
 * - `isLast`: whether this is the last batch of its feed in this round.
 * - `userUuid`: the uuid of the user, from the token of the answer; missing if the client has no token, as with a gateway. The
 *   mirror then cannot notice that a user was deleted and created again.
 * - `isUserReplaced`: `true` on batches that only remove the rows of a user who was deleted at the service and created again
 *   under the same external id. The rows of the new user follow.
 */
export interface MirrorBatch {
  readonly user: string
  readonly feed: Feed
  readonly changed: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly links: ReadonlyArray<PostedLink>
  readonly inexact: ReadonlyArray<string>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly fence: number
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
  readonly userUuid?: string
  readonly isUserReplaced?: true
}

/** A migration that was applied, by its number from 1. */
export interface Migration {
  readonly number: number
}

/** A user of the mirror, with the fence that is valid for them. */
export interface MirroredUser {
  readonly id: string
  readonly fence: number
}

/**
 * What was erased: the user's id, whether the mirror knew the user, and how many rows were deleted. `itemId`: if only an item
 * was erased, its id; `wasKnown` then says whether the mirror had rows of it.
 */
export interface Erasure {
  readonly user: string
  readonly itemId?: string
  readonly wasKnown: boolean
  readonly rows: number
}

/** The part of an event of a webhook that a mirror reads. */
export interface DeletionEvent {
  readonly _tag?: string
  readonly content?: unknown
}

/** The part of a user's client that a mirror reads. The client may be of any profile. */
export type MirrorSource<R extends Resources> = Pick<UserClient<R>, 'accounts' | 'items' | 'stocks' | 'transactions'>

/**
 * A copy of users' data in a database, kept up to date. All streams except `changes$` are cold. They error with a
 * `MirrorError` if the database fails, and with `SchemaRefused` if its tables are of another version. The mirror never
 * closes the database.
 */
export interface Mirror {
  /** Applies the missing migrations: emits each of them after all were committed, and completes. */
  readonly migrate: () => Observable<Migration>
  /**
   * Reads the changes of a user once, and writes them.
   *
   * Cold. Each page is written in one transaction; the transaction of a feed's last page also moves the feed's bookmark. A
   * row that a whole list lacks is removed in a separate transaction, once it is confirmed that it is gone. Emits a batch
   * after each commit, and completes after the last feed if all were read and written.
   *
   * A feed that fails by itself does not stop the others: after the last feed the stream errors with `FeedsFailed`, which
   * names the feeds that failed. A round of a single feed errors with the error of that feed. The stream errors at once with
   * a `ClientError` if the user, the network or the whole service fails, and with a `MirrorError` if the database fails. It
   * errors with `Fenced`, and writes nothing more, if another process has claimed the user or the user was erased.
   *
   * If the token is of another user than the rows, the round first removes all rows and bookmarks of the old user, and then
   * reads everything anew.
   *
   * Unsubscribing aborts the request in flight and rolls back the open transaction. The next round reads again what was not
   * committed. On PostgreSQL a statement goes on after unsubscribing: a round that was left while it claimed the user may
   * claim them after the next round has begun. That round then errors with `Fenced`; begin it again.
   */
  readonly sync: <R extends Resources>(user: MirrorSource<R>, config: MirrorSyncConfig) => Observable<MirrorBatch>
  /**
   * Claims a user, who is added if the mirror does not know them: emits the user's new fence, and completes. Rounds
   * with an earlier fence write nothing more.
   */
  readonly claim: (id: string) => Observable<number>
  /** Emits all users in the order of their ids, or those with a uuid of the service, and completes. */
  readonly users: (filter?: { readonly uuid: string }) => Observable<MirroredUser>
  /** Deletes a user with all rows and bookmarks, in one transaction: emits what was deleted, and completes. */
  readonly erase: (id: string) => Observable<Erasure>
  /**
   * Erases what a webhook reports as deleted at the service: give it to `createWebhooks` as `keep`. A `UserDeleted` erases
   * the user with its uuid as `erase` does, and an `ItemDeleted` deletes the rows of the item and of its accounts; see
   * {@link Erasure}. Nothing of them is written afterwards, even if late answers still show it.
   *
   * Emits what was erased, and completes; emits nothing for any other event, and for a user whom the mirror does not know.
   * An event may come twice, and before the mirror has read the user. Errors with a `ConfigError` if the event is not one
   * that `createWebhooks` has verified in this process.
   */
  readonly eraseDeleted: (event: DeletionEvent) => Observable<Erasure>
  /**
   * Emits the data of a user as lines of JSON, each without its line break, and completes: one that describes the export, one
   * for each row of each table, and one that ends it. Iterating reads the tables page by page, at the pace of the loop;
   * subscribing reads them as fast as the database answers. Errors with `Fenced` if the user is erased or replaced meanwhile.
   */
  readonly export: (id: string) => PageStream<string>
  /**
   * Reports the consents of all users that have reached a mark, have ended or were renewed, by the items that rounds have
   * written; it sends no requests. Emits each after `process`, and completes.
   *
   * Each change is reported at least once, and once if no process dies meanwhile, whatever the number of processes. The
   * table `consents` has what was reported. If `process` errors for a change, the others are reported all the same, and then
   * the stream errors with its first error; what was not reported is due again after five minutes. Marks are reached by the
   * time of the database, or by the `clock` of the mirror if it has one.
   */
  readonly reportConsents: (config?: ReportConsentsConfig) => Observable<MirrorConsent>
  /**
   * The changes of the mirror, each emitted after its transaction was committed. The first value is `Listening`. It
   * never completes.
   *
   * Shared. When the last subscriber unsubscribes, its database connection is released.
   */
  readonly changes$: Observable<MirrorChange>
}
