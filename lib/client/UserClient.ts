import type { ObservedValueOf } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { BankForm } from '../service/api/bankForm.js'
import type { PasswordChange } from '../service/api/userRequests.js'
import type { AccessToken } from '../service/model/AccessToken.js'
import type { UpdatedRow } from '../service/model/RemovedRow.js'
import type { Resources } from '../service/profile/Codecs.js'
import type { FiltersOf } from '../service/profile/ServiceProfile.js'
import type { PageStream } from '../streams/pages/PageStream.js'
import type { ChangesConfig, UpdatedBatch } from '../streams/polling/ChangesConfig.js'
import type { ListedAccounts } from '../streams/polling/reconcileRows.js'
import type { SyncBatch, SyncConfig } from '../streams/polling/syncChanges.js'
import type { Stream } from '../streams/send/Stream.js'
import type { Collection } from './collection.js'
import type { StartedRefresh, WatchRefreshConfig } from './itemRefreshes.js'
import type { OwnRequests } from './ownRequests.js'

/** The options of a list of changes, in addition to its filters. */
export interface UpdatedConfig {
  /** Only changes since this time; default: everything that the service has. */
  readonly since?: Date
}

/** A list whose changes can be requested. `U` are the options that filter the changes. */
export interface UpdatableCollection<A, O = unknown, U = unknown> extends Collection<A, O> {
  /**
   * The resources that were created, updated or deleted since a time. They are read once, and the profile's filters
   * apply. A deleted row may have no field except its `id`; check with `isRemoved`.
   */
  readonly updated: (config?: UpdatedConfig & U) => Collection<UpdatedRow<A>>
  /**
   * Watches a list for changes. Reads the rows that were updated since a time, and then, in each round, the rows that
   * were updated since the previous round.
   *
   * Cold. Emits one batch per page, each after `process` has acknowledged it, and does not complete. The version of a
   * row that the service sends last is emitted last, if `overlap` is at least the clock skew of the service's servers
   * plus the delays of its replicas. A version is emitted again only if another version of its row was emitted in
   * between. Transient errors are retried. The stream errors with any other error, and with an error of `process`,
   * `store` or `trigger$`. It also errors if a row cannot be decoded, unless `onInvalidRow` is `'report'`.
   * Unsubscribing aborts the request in flight and clears the timer; the next watcher reads again what was not
   * acknowledged.
   *
   * If the profile has filters for the changes, their options apply to each round: a row that no longer matches after a
   * change is no longer emitted. The options are part of the default key of the checkpoint, so that a watcher with
   * other filters does not continue from it.
   */
  readonly watchUpdated: (config?: ChangesConfig<A> & U) => Stream<UpdatedBatch<A>>
  /**
   * Reads once the rows that were created, updated or deleted since the previous round: for jobs that have to finish.
   *
   * Cold. Emits one batch per page, each after `process` has acknowledged it, and completes after the last batch. Store
   * the `bookmark` of a batch with its rows, and pass the last one to the next round as `from`. Rows within `overlap`
   * that the bookmark contains are not emitted again. Other rows are, so each version is emitted at least once. Errors
   * with a `ClientError` if the retries of a request have failed, and with an error of `process`. It also errors if a
   * row cannot be decoded, unless `onInvalidRow` is `'report'`. After an error, start again from the last bookmark.
   * Unsubscribing aborts the request in flight.
   */
  readonly sync: (config?: SyncConfig<A> & U) => Stream<SyncBatch<A>>
  /** The accounts of the same user, with which {@link liveRows} removes the rows of an account that was removed. */
  readonly accounts: {
    /** The accounts, one after the other. */
    readonly all: (
      ...config: Parameters<ListedAccounts['all']>
    ) => PageStream<ObservedValueOf<ReturnType<ListedAccounts['all']>>>
    /** One account; errors with a `StatusError` of 404 or 410 if it was removed. */
    readonly get: (accountId: number) => Stream<unknown>
  }
}

/** The accounts of a user. */
export interface AccountCollection<R extends Resources> extends Collection<R['account'], FiltersOf<R, 'accounts'>> {
  /** One account: emits it and completes. */
  readonly get: (accountId: number, config?: CallConfig) => Stream<R['account']>
  /**
   * The holders of the accounts, according to the bank: one row for each item. The service has to activate this for the
   * application, and its fields are not documented.
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
   * Watches for changes, like {@link UpdatableCollection.watchUpdated}. The service has no list of changed items, so
   * each round reads all items and emits new and changed ones. Deleted items are not reported.
   */
  readonly watchUpdated: (config?: ChangesConfig<R['item']>) => Stream<UpdatedBatch<R['item']>>
  /**
   * Reads all items once, like {@link UpdatableCollection.sync}, and emits items that are new or have changed since the
   * bookmark.
   */
  readonly sync: (config?: SyncConfig<R['item']>) => Stream<SyncBatch<R['item']>>
  /**
   * Deletes an item with its accounts and their transactions; emits once and completes. The request is sent once,
   * without retries: after an error it may be unknown whether the item was deleted. If the item was deleted before, it
   * errors with a `StatusError` of status 404.
   */
  readonly delete: (itemId: number, config?: CallConfig) => Stream<undefined>
  /**
   * Starts a refresh. It first requests the current status, so that `watchRefresh` can recognize outdated responses.
   *
   * Cold. Emits once and completes when the service has accepted the refresh, or has responded with 409 because one is
   * running already; errors with a `ClientError`. The request that starts it is sent once, without retries: after an
   * error it may be unknown whether the refresh was started.
   */
  readonly refresh: (itemId: number, config?: CallConfig) => Stream<StartedRefresh>
  /** The status of an item's refresh: emits one response and completes. */
  readonly refreshStatus: (itemId: number, config?: CallConfig) => Stream<R['refreshStatus']>
  /**
   * Follows a refresh until it finishes. Requests the status every two seconds, emits every status, and completes with
   * the first terminal status of the profile, or the first that `until` accepts. Errors after five minutes, or after
   * `deadline`. The rest is as in {@link UserClient.poll}.
   *
   * After a refresh was started, the service may report the status of the previous refresh for a while. After `refresh`
   * of this client for the same user, or with `after`, this old status is not emitted and does not complete the stream.
   * It counts again once the service shows the new refresh, by another status or a later `refreshed_at`, or once
   * `grace` has passed since the start. A refresh may finish at once with the same status as the previous one.
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

/** The results that the service computes from a user's transactions. */
export interface InsightCollection<A> {
  /**
   * The user's expenses and income by category: emits one response and completes. If the application has not bought
   * this, it errors with a `StatusError` of status 403 or 404. The response is not documented, so it is an unchecked
   * object; to decode it, pass `codecs.categoryInsights` to the client.
   */
  readonly category: (config?: CallConfig) => Stream<A>
}

/** The parts of a {@link UserClient} that read or refresh the user's data. */
export type UserData = 'accounts' | 'bankForm' | 'insights' | 'items' | 'stocks' | 'transactions'

/** The client of one user. All streams are cold, except `token$`, which is shared. */
export interface UserClient<R extends Resources = Resources> extends OwnRequests {
  /**
   * The user's tokens: the current one, then each new one. Tokens are renewed before they expire.
   *
   * Shared. Emits a valid token at once or as soon as there is one, then each newer one; never completes. All
   * subscribers and requests share one authentication. The stream does not error with a transient error, nor while the
   * token in use is valid. It errors if the service refuses to issue a token and the token in use has expired; a new
   * subscription authenticates again. When the last subscriber unsubscribes, the timer is cleared, and an
   * authentication that no request waits for is aborted; a valid token stays in use.
   */
  readonly token$: Stream<AccessToken>
  /** Forgets the token, so that the next request gets a new one. */
  readonly invalidate: () => void
  /** The user's accounts, of all items. */
  readonly accounts: AccountCollection<R>
  /** The results that the service computes from the user's transactions. */
  readonly insights: InsightCollection<R['categoryInsights']>
  /** The user's items, each a connection to one bank, and the refreshes of their data. */
  readonly items: ItemCollection<R>
  /** The positions in the user's accounts. */
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
  /** The service's web form, in which the user connects a bank or edits an item. */
  readonly bankForm: {
    /** Emits the URL of the form and completes. The form connects a new item or, with `itemId`, edits that item. */
    readonly url: (form?: BankForm, config?: CallConfig) => Stream<string>
  }
  /** @internal The same collections, on a connection that `change` derives from the current one. */
  readonly withConnection?: (change: (connection: Connection) => Connection) => Pick<UserClient<R>, UserData>
}
