import type { Option } from 'fp-ts/lib/Option.js'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { BankForm } from '../service/api/bankForm.js'
import type { ListRequest, Request } from '../service/api/Request.js'
import type { PasswordChange } from '../service/api/userRequests.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import type { Changed } from '../service/model/RemovedRow.js'
import type { Resources } from '../service/profile/Codecs.js'
import type { FiltersOf } from '../service/profile/Filter.js'
import type { Page } from '../streams/pages/Page.js'
import type { PagesConfig } from '../streams/pages/pages.js'
import type { PageStream } from '../streams/pages/PageStream.js'
import type { ChangesConfig } from '../streams/polling/ChangesConfig.js'
import type { PollConfig } from '../streams/polling/PollConfig.js'
import type { SyncBatch, SyncConfig } from '../streams/polling/SyncConfig.js'
import type { UpdatedBatch } from '../streams/polling/UpdatedBatch.js'
import type { Stream } from '../streams/send/Stream.js'
import type { Collection } from './collection.js'
import type { StartedRefresh, WatchRefreshConfig } from './itemRefreshes.js'

/** The moment since which changes are requested. */
export interface UpdatedConfig {
  /** Only changes since this moment; default: everything that the service has. */
  readonly since?: Date
}

/** A list whose changes can be requested. `U` are the options that filter the changes. */
export interface UpdatableCollection<A, O = unknown, U = unknown> extends Collection<A, O> {
  /**
   * The resources that were created, updated or deleted since a moment, read once and filtered by the profile's
   * filters. A deleted row may have nothing but its `id`; check with `isRemoved`.
   */
  readonly updated: (config?: UpdatedConfig & U) => Collection<Changed<A>>
  /**
   * Watches a list for changes: reads what was updated since a moment, then again and again what was updated since
   * then.
   *
   * Cold. Emits one batch a page, each after `process` has acknowledged it, and does not complete. The version of a row
   * that the service shows last is emitted last, if `overlap` is at least as long as the differences between the
   * service's clocks and the delays of its replicas. A version is emitted again only if another version of its row was
   * emitted in between. Transient errors are retried. Any other error is the stream's, and so are the errors of
   * `process`, `store` and `trigger$`, and, unless `onInvalidRow` is `'report'`, those of rows that cannot be decoded.
   * Unsubscribing aborts the request in flight and clears the timer; what was not acknowledged is read again by the
   * next watcher.
   *
   * The options that filter the changes, if the profile has them, filter each round: a row that a change moves out of
   * the filter is no longer emitted. The options are part of the default key of the checkpoint, so that a watcher with
   * other filters does not go on from it.
   */
  readonly watchUpdated: (config?: ChangesConfig<A> & U) => Stream<UpdatedBatch<A>>
  /**
   * Reads once what was created, updated or deleted since the round before: for jobs, which have to end.
   *
   * Cold. Emits one batch a page, each after `process` has acknowledged it, and completes after the last batch, whose
   * `bookmark` is the `from` of the next round. Rows of the `overlap` that the bookmark has are not emitted again; further
   * ones are, so each version is emitted at least once.
   * Errors with a `ClientError` when the retries of a request have failed, with the errors of `process`, and, unless
   * `onInvalidRow` is `'report'`, with rows that cannot be decoded; begin again from the last bookmark then.
   * Unsubscribing aborts the request in flight.
   */
  readonly sync: (config?: SyncConfig<A> & U) => Stream<SyncBatch<A>>
}

/** The accounts of a user. */
export interface AccountCollection<R extends Resources> extends Collection<R['account'], FiltersOf<R, 'accounts'>> {
  /** One account: emits it and completes. */
  readonly get: (accountId: number, config?: CallConfig) => Stream<R['account']>
  /**
   * Who holds the accounts, as the bank says: one row for each item. The service has to activate this, and no document
   * shows its fields.
   */
  readonly information: Collection<R['accountInformation'], FiltersOf<R, 'accountsInformation'>>
  /** The transactions of one account. */
  readonly transactions: (
    accountId: number,
  ) => UpdatableCollection<
    R['transaction'],
    FiltersOf<R, 'accountTransactions'>,
    FiltersOf<R, 'accountTransactionsUpdated'>
  >
}

/** The items of a user, and the refreshes of their data. */
export interface ItemCollection<R extends Resources> extends Collection<R['item']> {
  /** One item: emits it and completes. */
  readonly get: (itemId: number, config?: CallConfig) => Stream<R['item']>
  /**
   * Watches for changes, as {@link UpdatableCollection.watchUpdated}. The service has no list of changed items, so each
   * round reads all items and emits those that are new or differ from before. Deleted items are not reported.
   */
  readonly watchUpdated: (config?: ChangesConfig<R['item']>) => Stream<UpdatedBatch<R['item']>>
  /**
   * Reads all items once, as {@link UpdatableCollection.sync}, and emits those that are new or differ from the
   * bookmark.
   */
  readonly sync: (config?: SyncConfig<R['item']>) => Stream<SyncBatch<R['item']>>
  /**
   * Deletes an item with its accounts and their transactions; emits once and completes. The request is sent once,
   * without retries: after an error it may be unknown whether the item was deleted. An item that was deleted before is
   * a `StatusError` of 404.
   */
  readonly delete: (itemId: number, config?: CallConfig) => Stream<undefined>
  /**
   * Starts a refresh. It first requests the present status, by which `watchRefresh` recognizes outdated answers.
   *
   * Cold. Emits once and completes when the service has accepted the refresh, or has answered 409 because one is
   * running already; errors with a `ClientError`. The request that starts it is sent once, without retries: after an
   * error it may be unknown whether the refresh was started.
   */
  readonly refresh: (itemId: number, config?: CallConfig) => Stream<StartedRefresh>
  /** The status of an item's refresh: emits one answer and completes. */
  readonly refreshStatus: (itemId: number, config?: CallConfig) => Stream<R['refreshStatus']>
  /**
   * Follows a refresh until it ends: asks every two seconds, emits every status, and completes with the first terminal
   * status of the profile, or with the first that `until` accepts. Errors after five minutes, or after `deadline`;
   * otherwise as {@link UserClient.poll}.
   *
   * After `refresh` of the same user, or with `after`, the service may for a while still report the end of the previous
   * refresh. That status is not emitted and does not complete the stream, until the new refresh is seen: by another
   * status, by a later `refreshed_at`, or because `grace` has passed since its start. The last is needed because a
   * refresh may end at once with the same status as the one before.
   */
  readonly watchRefresh: (itemId: number, config?: WatchRefreshConfig<R['refreshStatus']>) => Stream<R['refreshStatus']>
}

/** The stocks of a user. */
export interface StockCollection<A, O = unknown, U = unknown> extends UpdatableCollection<A, O, U> {
  /** One stock: emits it and completes. */
  readonly get: (stockId: number, config?: CallConfig) => Stream<A>
}

/** The transactions of a user. */
export interface TransactionCollection<A, O = unknown, U = unknown> extends UpdatableCollection<A, O, U> {
  /** One transaction: emits it and completes. */
  readonly get: (transactionId: number, config?: CallConfig) => Stream<A>
}

/** What the service computes from a user's transactions. */
export interface InsightCollection<A> {
  /**
   * What the user spends and receives by category: emits one answer and completes. An application that has not bought
   * it gets a `StatusError` of 403 or 404. No document shows the answer, so it is an object as it was sent; to decode
   * it, give the client `codecs.categoryInsights`.
   */
  readonly category: (config?: CallConfig) => Stream<A>
}

/** The names of a user's data that a client can read or refresh. */
export type UserData = 'accounts' | 'bankForm' | 'insights' | 'items' | 'stocks' | 'transactions'

/** The client of one user. All streams are cold, except `token$`, which is shared. */
export interface UserClient<R extends Resources = Resources> {
  /**
   * The user's tokens: one that is valid now, then each newer one, renewed before the token ends.
   *
   * Shared. Emits a valid token at once or as soon as there is one, then each newer one; never completes. All
   * subscribers and requests share one authentication. Transient errors do not end it, and no error does while the
   * token in use is valid. It errors when after that the service refuses to issue a token; a new subscription asks
   * again. When the last subscriber unsubscribes, the timer is cleared, and an authentication that no request waits for
   * is aborted; a valid token is kept.
   */
  readonly token$: Stream<AccessToken>
  /** Forgets the token: the next request gets another. */
  readonly invalidate: () => void
  /** The user's accounts, of all items. */
  readonly accounts: AccountCollection<R>
  /** What the service computes from the user's transactions. */
  readonly insights: InsightCollection<R['categoryInsights']>
  /** The user's items, each a connection to one bank, and the refreshes of their data. */
  readonly items: ItemCollection<R>
  /** The positions that are held in the user's accounts. */
  readonly stocks: StockCollection<R['stock'], FiltersOf<R, 'stocks'>, FiltersOf<R, 'stocksUpdated'>>
  /** The transactions of all accounts of the user, newest first. */
  readonly transactions: TransactionCollection<
    R['transaction'],
    FiltersOf<R, 'transactions'>,
    FiltersOf<R, 'transactionsUpdated'>
  >
  /**
   * Changes the password of a user who authenticates by email and password, the service's earlier method; emits once
   * and completes. The service then ends the user's sessions, so use the new password from then on.
   */
  readonly changePassword: (change: PasswordChange, config?: CallConfig) => Stream<undefined>
  /** The service's form, in which the user connects a bank or edits an item. */
  readonly bankForm: {
    /** The address of the form that connects an item, or that edits the item of `itemId`: emits it and completes. */
    readonly url: (form?: BankForm, config?: CallConfig) => Stream<string>
  }
  /** Sends a request that you have made yourself; as {@link Client.send}. */
  readonly send: <A>(request: Request<A>, config?: CallConfig) => Stream<A>
  /** Reads a list by a request that you have made yourself; as {@link Collection.pages}. */
  readonly pages: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<Page<A>>
  /** Reads the resources of a list by a request that you have made yourself; as {@link Collection.all}. */
  readonly all: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<A>
  /**
   * Sends a request that you have made yourself again and again, each time `every` milliseconds after the last answer.
   *
   * Cold. Emits every answer, and completes with the first that `until` accepts. After a transient error it tries
   * again; the waits grow, and are never shorter than the service asks for. Any other error is the stream's. At the
   * deadline it sends one last request, unless the service has asked for a wait beyond it, and errors with
   * `DeadlineExceeded`. Requests never overlap. Unsubscribing aborts the request in flight and clears the timer.
   */
  readonly poll: <A>(request: Request<A>, config?: PollConfig<A>) => Stream<A>
  /** Watches a list of changes by requests that you have made yourself; as {@link UpdatableCollection.watchUpdated}. */
  readonly changes: <A>(
    request: (since: Option<Date>) => ListRequest<A>,
    config?: ChangesConfig<A>,
  ) => Stream<UpdatedBatch<A>>
  /** Reads the changes of a list once, by requests that you have made yourself; as {@link UpdatableCollection.sync}. */
  readonly sync: <A>(request: (since: Option<Date>) => ListRequest<A>, config?: SyncConfig<A>) => Stream<SyncBatch<A>>
  /** @internal The same reads, on a connection that `change` derives from the current one. */
  readonly withConnection?: (change: (connection: Connection) => Connection) => Pick<UserClient<R>, UserData>
}
