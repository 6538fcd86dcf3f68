import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { UserClient } from '../../client/UserClient.js'
import type { Priority } from '../../http/HttpRequest.js'
import type { AccountCandidate } from '../../ledger/accounts/AccountLink.js'
import type { BalanceMismatch } from '../../ledger/balances/BalanceMismatch.js'
import type { BalancesConfig, DailyBalance } from '../../ledger/balances/balancesOf.js'
import type { PostedLink } from '../../service/model/linkRows.js'
import type { Resources } from '../../service/profile/Codecs.js'
import type { RejectedRow } from '../../streams/pages/decodeRows.js'
import type { PageStream } from '../../streams/pages/PageStream.js'
import type { MirrorConsent, ReportConsentsConfig } from '../consents/MirrorConsent.js'
import type {
  MaintainedRecurring,
  MaintainedTransfers,
  MaintainedUserSuspended,
  MaintainRecurringConfig,
  MaintainTransfersConfig,
} from '../decisions/MaintainConfig.js'
import type { UserDecision } from '../decisions/storeDecision.js'
import type { MirrorAccountPair } from '../lineages/decideLink.js'
import type { ChangeBatch, FollowConfig } from '../log/FollowConfig.js'
import type { ChangeCursor, ChangesConfig, LoggedChange, MirrorChange } from '../log/MirrorChange.js'
import type { MirrorFeature } from '../tables/mirrorFeatures.js'
import type { Feed } from './Feed.js'
import type { Program } from './Program.js'

export type { BalanceMismatch } from '../../ledger/balances/BalanceMismatch.js'

/** The options of a mirror on any database. */
export interface MirrorSettings {
  /**
   * What happens to a row that the service has removed: `keep` (default) keeps it in its table and sets `removed_at`;
   * `delete` deletes it, also from the change log. The rows of a user who was deleted and created again are always
   * deleted.
   */
  readonly removedRows?: 'keep' | 'delete'
  /** Whether a posted transaction names the pending one that it replaces, in the column `pending_id`; default true. */
  readonly linkPosted?: boolean
  /**
   * What the first stream does if the tables lack migrations: `migrate` (default) applies them; `error` fails with
   * {@link SchemaRefused}.
   */
  readonly onOutdatedTables?: 'migrate' | 'error'
  /**
   * How often `stocks` and `transactions` are compared with the full lists of the service, in milliseconds; default a
   * day. A comparison finds removed rows that no update reports. It reads all pages of the list.
   */
  readonly fullSyncEvery?: number
  /**
   * How long the balance of an account must differ from its rows to be reported as `BalanceMismatch`, in milliseconds;
   * default two days. A bank may show rows hours after their balance.
   */
  readonly tolerance?: number
  /**
   * How long the change log keeps a change, in milliseconds, by the time of the database: an hour or more; default 30
   * days. Rounds delete older ones.
   */
  readonly keepChangesFor?: number
  /**
   * The clock of the mirror, also for the times that it writes, such as `removed_at`. Default: the system's clock, and
   * the database's for the written times.
   */
  readonly clock?: Clock
}

/** The options of a round of one user. Times are in milliseconds. */
export interface MirrorSyncConfig {
  /** The name of the user in the mirror, such as the `external_user_id`: 1 to 255 characters. */
  readonly id: string
  /**
   * The feeds to mirror; default all except `refreshes`. A round always reads them in the order of {@link Feed}.
   */
  readonly feeds?: ReadonlyArray<Feed>
  /**
   * The fence of the user, from `claim` or from the last batch of the previous round. If it is no longer valid, nothing
   * is written. Default: the round claims the user itself.
   */
  readonly fence?: number
  /** The time from which the first round reads; default: it reads everything that the service has. */
  readonly since?: Date
  /** The number of resources in a page, 1 to 500; default 500. */
  readonly limit?: number
  /** The maximum number of pages of a list. A longer list is a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** How far before its bookmark a round starts to read; default five minutes. */
  readonly overlap?: number
  /**
   * What happens to a row of any feed that cannot be decoded: `error` (default) fails the feed; `report` omits the row
   * and reports it in `rejected`. While a list of items or accounts has such a row, the mirror removes no missing row
   * of that feed.
   */
  readonly onInvalidRow?: 'error' | 'report'
  /** How long an attempt of a request may take; default: the client's timeout. */
  readonly timeout?: number
  /**
   * The priority of the requests: `interactive` if somebody waits for the round, as after a webhook; default
   * `background`.
   */
  readonly priority?: Priority
  /**
   * Once it emits, for example because a webhook has arrived, the requests for transactions and stocks become
   * interactive. It is passed to `sync` of the user's client.
   */
  readonly runNow$?: Observable<unknown>
  /**
   * A generator function of your own statements, called for each transaction that changes rows. The statements run
   * after the rows were written, and are committed with them. Each `yield` returns the rows of its statement. If the
   * generator throws, or a statement fails, the transaction is rolled back, and the round fails with that error.
   */
  readonly extraStatements?: (write: MirrorWrite) => Program<void>
}

/** The argument of `extraStatements`: the changes of a transaction. See {@link MirrorBatch} for the fields. */
export type MirrorWrite = Pick<MirrorBatch, 'user' | 'feed' | 'changedIds' | 'removedIds' | 'links'>

/**
 * The changes of one feed in a committed transaction of a round. If the transaction also removed rows of other feeds,
 * such as the transactions of a removed account, each of these feeds has its own batch first, with the same `fence`.
 *
 * - `user`: the id of the user; `feed`: the feed whose rows were written.
 * - `changedIds`: the ids of rows that are new or that differ from before.
 * - `removedIds`: the ids of rows that were in the table and are now removed. The service reports their removal, or it
 *   is confirmed that they, their account or their item no longer exist.
 * - `links`: pairs of a pending transaction and the posted one that replaces it.
 * - `inexactIds`: the ids in `changedIds` of accounts or transactions that have no exact amount in the smallest unit of
 *   their currency. Their `minor_units` is `NULL`, and no sum includes them.
 * - `rejected`: the rows that were omitted because of `onInvalidRow: 'report'`.
 * - `fence`: the user's fence from now on.
 * - `checkpoint`: in the last batch of `transactions` and `stocks`, the time by the service's clock up to which the
 *   feed was read, if it is known; `None` in all other batches.
 * - `isLast`: whether this is the last batch of its feed in this round.
 * - `userUuid`: the uuid of the user, from the token of the request; missing if the client has no token, as with a
 *   gateway. The mirror then cannot notice that a user was deleted and created again.
 * - `balanceMismatches`: in the last batch of `transactions`, the accounts whose balance this round has proven to
 *   differ from their rows; missing if there are none. The table `balance_proofs` has the mismatches of earlier rounds.
 * - `isUserReplaced`: `true` on batches that only delete the rows of a user who was deleted at the service and created
 *   again under the same external id. The rows of the new user follow.
 */
export interface MirrorBatch {
  readonly user: string
  readonly feed: Feed
  readonly changedIds: ReadonlyArray<string>
  readonly removedIds: ReadonlyArray<string>
  readonly links: ReadonlyArray<PostedLink>
  readonly inexactIds: ReadonlyArray<string>
  readonly rejected: ReadonlyArray<RejectedRow>
  readonly fence: number
  readonly checkpoint: Option<Date>
  readonly isLast: boolean
  readonly userUuid?: string
  readonly balanceMismatches?: ReadonlyArray<BalanceMismatch>
  readonly isUserReplaced?: true
}

/**
 * A migration that was applied, by its number from 1. `feature`: the feature whose tables it changed; missing for the
 * tables of all mirrors.
 */
export interface Migration {
  readonly number: number
  readonly feature?: MirrorFeature
}

/** Which tables to create in addition to the tables of all mirrors. */
export interface MigrateConfig {
  /**
   * Features whose tables are also created. `follow`, `changes`, `presentCursor` and, on PostgreSQL, `changes$` need
   * `changes`; `reportConsents` needs `consents`. `maintainTransfers`, `maintainRecurring` and `decide` need
   * `transfers` or `recurring`, which include `changes`. Links between accounts need `lineages`. Default: each feature
   * creates its tables when it is first used, unless `onOutdatedTables` is `error`.
   */
  readonly features?: ReadonlyArray<MirrorFeature>
}

/** A user of the mirror, with the fence that is valid for them. */
export interface MirroredUser {
  readonly id: string
  readonly fence: number
}

/**
 * What was erased: the user's id, whether the mirror knew the user, and how many rows were deleted. If only an item was
 * erased, `itemId` is its id, and `wasKnown` says whether the mirror has had rows of this item.
 */
export interface Erasure {
  readonly user: string
  readonly itemId?: string
  readonly wasKnown: boolean
  readonly rows: number
}

/** The account whose balances are read, and the series to compute. */
export interface MirrorBalancesConfig extends BalancesConfig {
  readonly user: string
  readonly account: string
}

/** A proven difference between the balance of a user's account and its rows. */
export interface MirrorBalanceMismatch extends BalanceMismatch {
  readonly user: string
}

/**
 * Why the proof of an account waits. `start`: it has not begun. `currency`: a row has another currency than the
 * account. `amount`: a row has no exact amount. `balance`: the service reports no exact balance of booked rows. `time`:
 * it does not report when the balance was updated. `rows`: the last round omitted a row that could not be decoded.
 */
export type ProofWait = 'start' | 'currency' | 'amount' | 'balance' | 'time' | 'rows'

/** An account of a user whose proof waits, why, and since when. */
export interface WaitingProof {
  readonly user: string
  readonly account: string
  readonly waitsFor: ProofWait
  readonly since: Date
}

/** Which accounts `waitingProofs` emits. */
export interface WaitingProofsConfig {
  /** Only accounts whose proof has waited since before this time; default all. */
  readonly before?: Date
}

/** The part of an event of a webhook that a mirror reads. */
export interface DeletionEvent {
  readonly _tag?: string
  readonly content?: unknown
}

/** The part of a user's client that a mirror reads. The client may be of any profile. */
export type MirrorSource<R extends Resources> = Pick<UserClient<R>, 'accounts' | 'items' | 'stocks' | 'transactions'>

/**
 * A copy of users' data in a database. All streams except `changes$` are cold. They error with a `MirrorError` if the
 * database fails, and with `SchemaRefused` if its tables have another version. The mirror never closes the database.
 */
export interface Mirror {
  /** Applies the missing migrations: emits each of them after all were committed, and completes. */
  readonly migrate: (config?: MigrateConfig) => Observable<Migration>
  /**
   * Reads the changes of a user once, and writes them.
   *
   * Cold. Each page is one transaction; the transaction of a feed's last page also moves the feed's bookmark. Rows that
   * are missing from a full list are removed in a separate transaction, once their removal is confirmed. Emits a batch
   * after each commit, and completes after the last feed if all feeds were read and written.
   *
   * A feed that fails on its own does not stop the others: after the last feed the stream errors with `FeedsFailed`,
   * which names the failed feeds. A round of a single feed errors with the error of that feed. The stream errors at
   * once with a `ClientError` if the user, the network or the service fails, and with a `MirrorError` if the database
   * fails. It errors with `StaleFencingToken`, and writes nothing more, if another process has claimed the user or the
   * user was erased.
   *
   * If the token belongs to another user than the rows, the round first deletes all rows and bookmarks of the old user,
   * and then reads all feeds again.
   *
   * Unsubscribing aborts the request in flight and rolls back the open transaction. The next round reads again what was
   * not committed. On PostgreSQL, a running statement continues after unsubscribing. If you unsubscribe while a round
   * claims the user, and start the next round at once, the old claim may be committed second. The next round then
   * errors with `StaleFencingToken`; start it again.
   */
  readonly sync: <R extends Resources>(user: MirrorSource<R>, config: MirrorSyncConfig) => Observable<MirrorBatch>
  /**
   * Claims a user, and adds them if the mirror does not know them. Emits the user's new fence, and completes. Rounds
   * with an earlier fence write nothing more.
   */
  readonly claim: (id: string) => Observable<number>
  /**
   * Emits all users in the order of their ids, or the users with a uuid of the service, and completes. A user is known
   * once `claim` or a round has added them: a round adds its user before it requests a token.
   */
  readonly users: (filter?: { readonly uuid: string }) => Observable<MirroredUser>
  /**
   * Reads the balances of a user's account, a point for each day, as `balancesOf` of `rxbank/balances` computes them.
   * Emits the series, which is empty for an unknown account, and completes. If the account continues others, the series
   * begins with theirs, and the days between them that no account explains are `unknown`. Errors with a `ConfigError` for
   * invalid options.
   */
  readonly balances: (config: MirrorBalancesConfig) => Observable<ReadonlyArray<DailyBalance>>
  /**
   * The differences between balances and rows that rounds have proven and that still exist, of all users in the order
   * of their ids. Cold; completes.
   */
  readonly balanceMismatches: () => Observable<MirrorBalanceMismatch>
  /**
   * The accounts whose balance cannot be compared with their rows now, of all users in the order of their ids. Cold;
   * completes.
   */
  readonly waitingProofs: (config?: WaitingProofsConfig) => Observable<WaitingProof>
  /** Deletes a user with all rows and bookmarks, in one transaction: emits what was deleted, and completes. */
  readonly erase: (id: string) => Observable<Erasure>
  /**
   * Erases what a webhook reports as deleted at the service: give it to `createWebhooks` as `storeEvent`. A
   * `UserDeleted` erases the user with its uuid as `erase` does, and an `ItemDeleted` deletes the rows of the item and
   * of its accounts; see {@link Erasure}. Late responses that still show the erased rows are not written. A `sync` that
   * starts afterwards adds only the user's id; see {@link users}.
   *
   * Emits what was erased, and completes; emits nothing for any other event, and for a user whom the mirror does not
   * know. An event may arrive twice, or before the mirror has read the user. Errors with a `ConfigError` if
   * `createWebhooks` has not verified the event in this process. It also errors with one, after the other rows were
   * erased, if stocks or transactions of the user have an account that is not in the mirror: they may belong to the
   * deleted item.
   */
  readonly eraseDeleted: (event: DeletionEvent) => Observable<Erasure>
  /**
   * Emits the data of a user as lines of JSON, each without its line break, and completes. The first line describes the
   * export, each row of each table is a line, and the last line ends the export. Iterating reads the tables page by
   * page, at the pace of the loop; subscribing reads them as fast as the database responds. Errors with
   * `StaleFencingToken` if the user is erased or replaced meanwhile.
   */
  readonly export: (id: string) => PageStream<string>
  /**
   * Reports the consents of all users that have a notice due, have ended or were renewed, or whose end is unreadable.
   * It reads the stored items and sends no requests. Emits each after `process`, and completes.
   *
   * Each change is reported at least once, and exactly once if no process dies meanwhile, however many processes
   * report. The table `consents` stores what was reported. If `process` errors for a change, the other changes are
   * still reported, and then the stream errors with the first error of `process`; the failed changes are due again
   * after five minutes. Notices are reached by the time of the database, or by the `clock` of the mirror if it has one.
   */
  readonly reportConsents: (config?: ReportConsentsConfig) => Observable<MirrorConsent>
  /**
   * Reads the change log: the rows that were added, changed and removed, and what was erased. The log begins with its
   * first consumer: the first use of `changes`, {@link presentCursor}, {@link follow} or another reader creates it.
   * From then on, the transaction that writes a row also logs the change. Emits the changes of each user in the order
   * of their commits, and completes after the last one. It skips none: a change that cannot be read yet, because an
   * earlier transaction is in progress, is left to the next call.
   *
   * Cold. Iterating reads the log page by page, at the pace of the loop; subscribing reads it as fast as the database
   * responds. Errors with `CursorRefused` if changes after the cursor were deleted, or if the cursor belongs to another
   * log.
   */
  readonly changes: (config?: ChangesConfig) => PageStream<LoggedChange>
  /**
   * Emits the cursor after the last change that can be read, and completes. Creates the log if it does not exist.
   * Tables that are read afterwards have all changes before it, so read them, and continue with `changes({ after })`.
   */
  readonly presentCursor: () => Observable<ChangeCursor>
  /**
   * Follows the change log as a named consumer, whose position the database stores. The log begins with its first
   * consumer: pass `readTables` if the mirror may have rows already. `process` gets batches of changes: the changes of
   * each user in order, and each change at least once. Emits a batch once its position is stored.
   *
   * Cold; completes only with `stopWhenCaughtUp`. Of all processes that follow under a name, one gets the changes. If
   * it unsubscribes, another one takes over within ten seconds; if it is killed, within 40 seconds. Errors with the
   * error of `process`, which gets the same batch after a retry. Errors with `CursorRefused` if changes were deleted
   * before they were processed and there is no `readTables`. Errors with a `MirrorError` that is not transient, and
   * with any `MirrorError` at the start. After other failures of the database it continues by itself.
   */
  readonly follow: (config: FollowConfig) => Observable<ChangeBatch>
  /**
   * Maintains the tables `transfers` and `transfer_candidates`: what `matchTransfers` of `rxbank/transfers` finds in
   * each user's rows and decisions. Emits the changed ids after each commit that has changed something.
   *
   * Cold; never completes. It follows the change log under a name as {@link follow} does, so only one of several
   * processes computes; unsubscribing lets another one take over. The tables of a user are written in one transaction,
   * from the present rows, so nothing is lost or duplicated if a process is killed or suspended. A user whose
   * computation fails is suspended and reported as `UserSuspended`, and the others continue. Errors with a
   * `ConfigError` for invalid options, and with a `MirrorError` as `follow` does.
   */
  readonly maintainTransfers: (
    config?: MaintainTransfersConfig,
  ) => Observable<MaintainedTransfers | MaintainedUserSuspended>
  /**
   * Maintains the tables `recurring_streams`, `recurring_payments` and `recurring_events`: what `findRecurring` of
   * `rxbank/recurring` finds in each user's rows, and what has happened since. Emits the events after each commit that
   * has changed something. On each new day, it also computes the users whose streams become late or end. Otherwise it
   * works like {@link maintainTransfers}.
   */
  readonly maintainRecurring: (
    config?: MaintainRecurringConfig,
  ) => Observable<MaintainedRecurring | MaintainedUserSuspended>
  /**
   * Stores what a person decided about a transfer or a recurring payment: emits the decision, and completes.
   * `maintainTransfers` and `maintainRecurring` apply it at once if they run in this process or on PostgreSQL, and
   * otherwise within `pollEvery`. If their process was killed, another one takes over within 40 seconds and applies it.
   * The decision is stored until the user or the item is erased or, with `removedRows: 'delete'`, until its account is
   * removed. Errors with a `ConfigError` for a user or a transaction that the mirror does not have. Also errors with
   * one if two accepted transactions can never be a transfer: they are of one account, two debits or two credits.
   */
  readonly decide: (config: UserDecision) => Observable<UserDecision>
  /**
   * Emits the pairs of a user's accounts that may be one account, and completes: a person decides. They are computed from
   * the present rows and decisions, as `matchAccounts` of `rxbank/accounts` finds them. The certain pairs are stored
   * already: rounds link them after an account was added or removed.
   */
  readonly accountCandidates: (id: string) => Observable<AccountCandidate>
  /**
   * Stores that a person says that two accounts are one, in the table `account_links`: emits the pair, and completes.
   * Both then have the `lineage_id` of the first one. Errors with a `ConfigError` for an account that the mirror does
   * not have, or if their currencies differ.
   */
  readonly link: (pair: MirrorAccountPair) => Observable<MirrorAccountPair>
  /**
   * Stores that a person says that two accounts are not one: emits the pair, and completes. Removes their link, or the
   * automatic links that make them one through other accounts, and no round makes them one again. Errors with a
   * `ConfigError` for an account that the mirror does not have.
   */
  readonly unlink: (pair: MirrorAccountPair) => Observable<MirrorAccountPair>
  /**
   * Deletes the oldest changes from the change log, if it exists, up to the first one that is not older than
   * `keepChangesFor`: emits how many it deleted, and completes. Rounds also do this, some changes at a time.
   */
  readonly deleteOldChanges: () => Observable<number>
  /**
   * The changes of the mirror, each emitted after its transaction was committed. The first value is `Listening`. Never
   * completes. On PostgreSQL, the changes are read from the change log, which the first subscriber creates.
   *
   * Shared. When the last subscriber unsubscribes, its database connection is released.
   */
  readonly changes$: Observable<MirrorChange>
}
