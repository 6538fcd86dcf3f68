import type { Option } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { BankForm } from '../api/bankForm.js'
import type { PasswordChange } from '../api/users.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest, Request } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { AccessToken } from '../model/AccessToken.js'
import type { Page } from '../pages/Page.js'
import type { PagesConfig } from '../pages/pages.js'
import type { PageStream } from '../pages/PageStream.js'
import type { ChangesConfig } from '../polling/ChangesConfig.js'
import type { PollConfig } from '../polling/PollConfig.js'
import type { SyncBatch, SyncConfig } from '../polling/SyncConfig.js'
import type { UpdatedBatch } from '../polling/UpdatedBatch.js'
import type { Resources } from '../profile/Codecs.js'
import type { FiltersOf } from '../profile/Filter.js'
import type { Collection } from './collection.js'
import type { StartedRefresh, WatchRefreshConfig } from './itemRefreshes.js'

/** From when changes are asked for. */
export interface Since {
  /** Default: everything that the service has. */
  readonly since?: Date
}

/** A list whose changes can be asked for; `U` are the options that narrow them. */
export interface UpdatableCollection<A, O = unknown, U = unknown> extends Collection<A, O> {
  /** What was created, updated or deleted since a moment, once, as the profile's filters of it narrow it. */
  readonly updated: (config?: Since & U) => Collection<A>
  /**
   * Watches what changes: reads what was updated since a moment, then again and again what was updated since then.
   *
   * Cold. Emits one batch a page, each after `process` has acknowledged it, and does not complete. The version of a row
   * that the service shows last is emitted last, as long as `overlap` covers how far its clocks differ and how long its
   * replicas lag; a version is emitted again only if another one of its row was emitted in between. Goes on after
   * transient errors; errors with any other, with the errors of `process`, `store` and `trigger$`, and, unless they are to
   * be reported, with rows that cannot be decoded. Unsubscribing aborts the request in flight and clears the timer;
   * what was not acknowledged comes again the next time.
   *
   * Options that narrow it, where the profile has them, narrow each round: a row that a change moves out of what they ask
   * for does not come any more. The default key of its checkpoint has them, so that no other watcher goes on from it.
   */
  readonly watchUpdated: (config?: ChangesConfig<A> & U) => Observable<UpdatedBatch<A>>
  /**
   * Reads once what was created, updated or deleted since the round before: for jobs, which have to end.
   *
   * Cold. Emits one batch a page, each after `process` has acknowledged it, and completes after the last one, which has the
   * `bookmark` to give to the next round as `from`. What lies in `overlap` and is in the bookmark does not come again.
   * Errors with a `ClientError` after the retries of any request, with the errors of `process`, and, unless they are to be
   * reported, with rows that cannot be decoded; the round then begins again from the bookmark before. Unsubscribing aborts
   * the request in flight.
   */
  readonly sync: (config?: SyncConfig<A> & U) => Observable<SyncBatch<A>>
}

/** The accounts of a user. */
export interface AccountCollection<R extends Resources> extends Collection<R['account'], FiltersOf<R, 'accounts'>> {
  /** One account: emits it and completes. */
  readonly get: (accountId: number, config?: CallConfig) => Observable<R['account']>
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
  readonly get: (itemId: number, config?: CallConfig) => Observable<R['item']>
  /**
   * Watches what changes, as {@link UpdatableCollection.watchUpdated}: reads all items in each round, for the service has no
   * list of those that changed, and emits those that are new or differ from before. One that was deleted does not come.
   */
  readonly watchUpdated: (config?: ChangesConfig<R['item']>) => Observable<UpdatedBatch<R['item']>>
  /** Reads all items once, as {@link UpdatableCollection.sync}, and emits those that are new or differ from the bookmark. */
  readonly sync: (config?: SyncConfig<R['item']>) => Observable<SyncBatch<R['item']>>
  /**
   * Deletes an item, its accounts and their transactions; emits once and completes. It is sent once: an error may leave
   * open whether it was done. An item that is gone already is a `StatusError` of 404.
   */
  readonly delete: (itemId: number, config?: CallConfig) => Observable<undefined>
  /**
   * Starts a refresh: asks for the status first, so that `watchRefresh` knows what was said before it.
   *
   * Cold. Emits once, when the service has accepted it, or has said by 409 that one runs already, and completes; errors
   * with a `ClientError`. It is sent once: an error may leave open whether it was started.
   */
  readonly refresh: (itemId: number, config?: CallConfig) => Observable<StartedRefresh>
  /** How far the refresh of an item is: one answer, then it completes. */
  readonly refreshStatus: (itemId: number, config?: CallConfig) => Observable<R['refreshStatus']>
  /**
   * Follows a refresh until it ends: asks every two seconds, emits every status, and completes with the one that the
   * profile calls an end, or `until`. Errors after five minutes, or `deadline`; otherwise as {@link UserClient.poll}.
   *
   * After `refresh` of the same user, or with `after`, the service may still report how the run before has ended. That is
   * not emitted, and ends nothing, until the new run is seen: by another status, by a later `refreshed_at`, or because
   * `grace` has passed since its start, for a run may end at once and in the same status as the one before.
   */
  readonly watchRefresh: (
    itemId: number,
    config?: WatchRefreshConfig<R['refreshStatus']>,
  ) => Observable<R['refreshStatus']>
}

/** The stocks of a user. */
export interface StockCollection<A, O = unknown, U = unknown> extends UpdatableCollection<A, O, U> {
  /** One stock: emits it and completes. */
  readonly get: (stockId: number, config?: CallConfig) => Observable<A>
}

/** The transactions of a user. */
export interface TransactionCollection<A, O = unknown, U = unknown> extends UpdatableCollection<A, O, U> {
  /** One transaction: emits it and completes. */
  readonly get: (transactionId: number, config?: CallConfig) => Observable<A>
}

/** The names of what a client reads of a user, or has refreshed. */
export type UserData = 'accounts' | 'bankForm' | 'items' | 'stocks' | 'transactions'

/** What a client can do for one user. All streams are cold but `token$`, which is shared. */
export interface UserClient<R extends Resources = Resources> {
  /**
   * A live token, then each newer one, renewed before it expires.
   *
   * Shared. Emits a live token at once or as soon as there is one, then each newer one; never completes. One
   * authentication serves all. Transient errors do not end it, and while the token in use lives no error does. It errors
   * when the service then refuses to issue one; a new subscription asks again. The last to unsubscribe clears the timer
   * and aborts an authentication that no request waits for; a live token is kept.
   */
  readonly token$: Observable<AccessToken>
  /** Forgets the token: the next request asks for another. */
  readonly invalidate: () => void
  readonly accounts: AccountCollection<R>
  readonly items: ItemCollection<R>
  readonly stocks: StockCollection<R['stock'], FiltersOf<R, 'stocks'>, FiltersOf<R, 'stocksUpdated'>>
  readonly transactions: TransactionCollection<
    R['transaction'],
    FiltersOf<R, 'transactions'>,
    FiltersOf<R, 'transactionsUpdated'>
  >
  /**
   * Changes the password of a user of the earlier method; emits once and completes. The service ends the user's
   * sessions: authenticate with the new password from then on.
   */
  readonly changePassword: (change: PasswordChange, config?: CallConfig) => Observable<undefined>
  readonly bankForm: {
    /** The address of the form that connects an item, or edits the one named: emits it and completes. */
    readonly url: (form?: BankForm, config?: CallConfig) => Observable<string>
  }
  /** Sends a request of one's own; as {@link Client.send}. */
  readonly send: <A>(request: Request<A>, config?: CallConfig) => Observable<A>
  /** Reads a list of one's own; as {@link Collection.pages}. */
  readonly pages: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<Page<A>>
  /** Reads a list of one's own, resource by resource; as {@link Collection.all}. */
  readonly all: <A>(request: ListRequest<A>, config?: PagesConfig<A>) => PageStream<A>
  /**
   * Sends a request of one's own again and again, each time `every` milliseconds after the answer.
   *
   * Cold. Emits every answer, and completes with the one that `until` accepts. After a transient error it tries again, with
   * waits that grow, and never earlier than the service asked. It errors with any other, and at the deadline with
   * `DeadlineExceeded`, after one last request unless the service asked to wait beyond it. Requests never overlap.
   * Unsubscribing aborts the request in flight and clears the timer.
   */
  readonly poll: <A>(request: Request<A>, config?: PollConfig<A>) => Observable<A>
  /** Watches a list of updated resources of one's own; as {@link UpdatableCollection.watchUpdated}. */
  readonly changes: <A>(
    request: (since: Option<Date>) => ListRequest<A>,
    config?: ChangesConfig<A>,
  ) => Observable<UpdatedBatch<A>>
  /** Reads once what changed in a list of one's own; as {@link UpdatableCollection.sync}. */
  readonly sync: <A>(
    request: (since: Option<Date>) => ListRequest<A>,
    config?: SyncConfig<A>,
  ) => Observable<SyncBatch<A>>
  /** @internal The same reads, through what a function makes of the connection of the moment. */
  readonly through?: (change: (connection: Connection) => Connection) => Pick<UserClient<R>, UserData>
}
