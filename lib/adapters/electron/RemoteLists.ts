import type { Observable } from 'rxjs'
import type { CategoryOptions } from '../../client/Client.js'
import type { StartedRefresh, WatchRefreshConfig } from '../../client/itemRefreshes.js'
import type { UpdatableCollection, UpdatedConfig } from '../../client/UserClient.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { UpdatedRow } from '../../service/model/RemovedRow.js'
import type { Resources, RowOf } from '../../service/profile/Codecs.js'
import type { FiltersOf } from '../../service/profile/ServiceProfile.js'
import type { NavigateCommand, NavigateConfig, NavigationState } from '../../streams/pages/navigate.js'
import type { Page, PageLink } from '../../streams/pages/PageLink.js'
import type { PagesConfig } from '../../streams/pages/pages.js'
import type { PageStream } from '../../streams/pages/PageStream.js'
import type { ChangesConfig, UpdatedBatch } from '../../streams/polling/ChangesConfig.js'
import type { Stream } from '../../streams/send/Stream.js'

/**
 * The options of a call in a renderer. Headers cannot be set, because the main process sends them together with
 * credentials.
 */
export type RemoteCallConfig = Omit<CallConfig, 'headers' | 'onWait'>

/** The options of reading a list from a renderer; `pace` is called in the renderer. */
export type RemotePagesConfig<A> = Omit<PagesConfig<A>, 'headers' | 'onWait'>

/** The options of showing a list in a renderer. */
export type RemoteNavigateConfig = Omit<NavigateConfig, 'headers' | 'onWait'>

/** The options of following a refresh from a renderer; `until` is called in the renderer. */
export type RemotePollConfig<A> = Omit<WatchRefreshConfig<A>, 'headers' | 'trigger$'>

/**
 * The options of watching changes from a renderer. `process` is called in the renderer; checkpoints are stored in the
 * main process.
 */
export type RemoteChangesConfig<A> = Omit<ChangesConfig<A>, 'headers' | 'key' | 'label' | 'store'>

/**
 * A list of the service, read through the main process. Links are valid for the client, user and list that gave them.
 */
export interface RemoteCollection<A, O = unknown, Row = A> {
  /**
   * Like `pages` of a collection. The main process requests the next page when `pace` has completed for the previous one,
   * and, in a `for await` loop, when the loop needs it.
   */
  readonly pages: (config?: RemotePagesConfig<Row> & O) => PageStream<Page<Row>>
  /** Like `all` of a collection. */
  readonly all: (config?: RemotePagesConfig<A> & O) => PageStream<A>
  /** Like `page` of a collection; the main process keeps the last 1,000 links of a page, or `maxLinks`. */
  readonly page: (link: PageLink, config?: RemoteCallConfig & O) => Stream<Page<Row>>
  /** Like `navigate` of a collection. A renderer that reads slowly gets only the newest state. */
  readonly navigate: (
    commands$: Observable<NavigateCommand>,
    config?: RemoteNavigateConfig & O,
  ) => Stream<NavigationState<Row>>
}

/** A list with changes, read through the main process. `U` are the options that filter the changes. */
export interface RemoteUpdatableCollection<A, O = unknown, U = unknown> extends RemoteCollection<A, O> {
  /** Like `updated` of a collection. */
  readonly updated: (config?: UpdatedConfig & U) => RemoteCollection<UpdatedRow<A>>
  /**
   * Like `watchUpdated` of a collection, without `store`. The watcher in the main process continues when the renderer has
   * processed a batch. If the port closes before that, the next watcher with the same checkpoint delivers the batch again.
   */
  readonly watchUpdated: (config?: RemoteChangesConfig<A> & U) => Stream<UpdatedBatch<A>>
  /** Like `accounts` of a collection. */
  readonly accounts: UpdatableCollection<A>['accounts']
}

/** The banks, through the main process. */
export interface RemoteBankCollection<R extends Resources> extends RemoteCollection<
  R['bank'],
  FiltersOf<R, 'banks'>,
  RowOf<R, 'bank'>
> {
  /** Like `get` of a client's banks. */
  readonly get: (bankId: number, config?: RemoteCallConfig) => Stream<R['bank']>
}

/** The categories, through the main process. */
export interface RemoteCategoryCollection<R extends Resources> extends RemoteCollection<
  R['category'],
  CategoryOptions,
  RowOf<R, 'category'>
> {
  /** Like `get` of a client's categories. */
  readonly get: (categoryId: number, config?: RemoteCallConfig & CategoryOptions) => Stream<R['category']>
}

/** The accounts of a user, through the main process. */
export interface RemoteAccountCollection<R extends Resources> extends RemoteCollection<
  R['account'],
  FiltersOf<R, 'accounts'>
> {
  /** Like `get` of a client's accounts. */
  readonly get: (accountId: number, config?: RemoteCallConfig) => Stream<R['account']>
  /** Like `information` of a client's accounts. */
  readonly information: RemoteCollection<R['accountInformation'], FiltersOf<R, 'accountsInformation'>>
  /** Like `transactions` of a client's accounts. */
  readonly transactions: (
    accountId: number,
  ) => RemoteUpdatableCollection<
    R['transaction'],
    FiltersOf<R, 'accountTransactions'>,
    FiltersOf<R, 'accountTransactionsUpdated'>
  >
}

/** What the service computes from a user's transactions, through the main process. */
export interface RemoteInsightCollection<A> {
  /** Like `category` of a client's insights. */
  readonly category: (config?: RemoteCallConfig) => Stream<A>
}

/** The items of a user, through the main process. */
export interface RemoteItemCollection<R extends Resources> extends RemoteCollection<R['item']> {
  /** Like `get` of a client's items. */
  readonly get: (itemId: number, config?: RemoteCallConfig) => Stream<R['item']>
  /** Like `watchUpdated` of a client's items, as {@link RemoteUpdatableCollection.watchUpdated}. */
  readonly watchUpdated: (config?: RemoteChangesConfig<R['item']>) => Stream<UpdatedBatch<R['item']>>
  /** Like `refresh` of a client. It is the only operation by which a renderer can change something at the service. */
  readonly refresh: (itemId: number, config?: RemoteCallConfig) => Stream<StartedRefresh>
  /** Like `refreshStatus` of a client. */
  readonly refreshStatus: (itemId: number, config?: RemoteCallConfig) => Stream<R['refreshStatus']>
  /** Like `watchRefresh` of a client. A renderer that reads slowly gets only the newest state. */
  readonly watchRefresh: (itemId: number, config?: RemotePollConfig<R['refreshStatus']>) => Stream<R['refreshStatus']>
}

/** The stocks of a user, through the main process. */
export interface RemoteStockCollection<A, O = unknown, U = unknown> extends RemoteUpdatableCollection<A, O, U> {
  /** Like `get` of a client. */
  readonly get: (stockId: number, config?: RemoteCallConfig) => Stream<A>
}

/** The transactions of a user, through the main process. */
export interface RemoteTransactionCollection<A, O = unknown, U = unknown> extends RemoteUpdatableCollection<A, O, U> {
  /** Like `get` of a client. */
  readonly get: (transactionId: number, config?: RemoteCallConfig) => Stream<A>
}

/**
 * Replaces `count` events that a renderer did not receive because it read too slowly.
 */
export interface EventsDropped {
  readonly _tag: 'EventsDropped'
  readonly count: number
}
