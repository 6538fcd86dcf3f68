import type { Observable } from 'rxjs'
import type { CategoryOptions } from '../client/Client.js'
import type { StartedRefresh, WatchRefreshConfig } from '../client/itemRefreshes.js'
import type { Since } from '../client/UserClient.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import type { NavigateCommand, NavigateConfig, Navigated } from '../pages/navigate.js'
import type { Page } from '../pages/Page.js'
import type { PageLink } from '../pages/PageLink.js'
import type { PagesConfig } from '../pages/pages.js'
import type { PageStream } from '../pages/PageStream.js'
import type { ChangesConfig } from '../polling/ChangesConfig.js'
import type { UpdatedBatch } from '../polling/UpdatedBatch.js'
import type { Resources, RowOf } from '../profile/Codecs.js'
import type { FiltersOf } from '../profile/Filter.js'

/** What a call takes in a renderer; headers are the affair of the main process, whose credentials go beside them. */
export type RemoteCallConfig = Omit<CallConfig, 'headers'>

/** How a list is read from a renderer; `pace` runs there. */
export type RemotePagesConfig<A> = Omit<PagesConfig<A>, 'headers'>

/** How a list is shown in a renderer. */
export type RemoteNavigateConfig = Omit<NavigateConfig, 'headers'>

/** How a refresh is followed from a renderer; `until` runs there. */
export type RemotePollConfig<A> = Omit<WatchRefreshConfig<A>, 'headers' | 'trigger$'>

/** How changes are watched from a renderer, where `process` runs; the main process has the store of checkpoints. */
export type RemoteChangesConfig<A> = Omit<ChangesConfig<A>, 'headers' | 'key' | 'store'>

/** A list of the service, read through the main process. Links are good at the client, user and list that gave them. */
export interface RemoteCollection<A, O = unknown, Row = A> {
  /**
   * As `pages` of a collection: the main process asks for a page when `pace` has completed for the one before, and a
   * loop of `for await` wants it.
   */
  readonly pages: (config?: RemotePagesConfig<Row> & O) => PageStream<Page<Row>>
  /** As `all` of a collection. */
  readonly all: (config?: RemotePagesConfig<A> & O) => PageStream<A>
  /** As `page` of a collection; the main process keeps the last 1,000 links of a page, or `maxLinks`. */
  readonly page: (link: PageLink, config?: RemoteCallConfig & O) => Observable<Page<Row>>
  /** As `navigate` of a collection; to a renderer that is busy the newest is shown. */
  readonly navigate: (
    commands$: Observable<NavigateCommand>,
    config?: RemoteNavigateConfig & O,
  ) => Observable<Navigated<Row>>
}

/** A list whose changes can be asked for, through the main process; `U` are the options that narrow them. */
export interface RemoteUpdatableCollection<A, O = unknown, U = unknown> extends RemoteCollection<A, O> {
  /** As `updated` of a collection. */
  readonly updated: (config?: Since & U) => RemoteCollection<A>
  /**
   * As `watchUpdated` of a collection, without `store`. The watcher in the main process goes on after the renderer has
   * processed and taken a batch; one that was on its way when the port closed comes again to who watches from the last
   * checkpoint.
   */
  readonly watchUpdated: (config?: RemoteChangesConfig<A> & U) => Observable<UpdatedBatch<A>>
}

/** The banks, through the main process. */
export interface RemoteBankCollection<R extends Resources> extends RemoteCollection<
  R['bank'],
  FiltersOf<R, 'banks'>,
  RowOf<R, 'bank'>
> {
  /** As `get` of a client's banks. */
  readonly get: (bankId: number, config?: RemoteCallConfig) => Observable<R['bank']>
}

/** The categories, through the main process. */
export interface RemoteCategoryCollection<R extends Resources> extends RemoteCollection<
  R['category'],
  CategoryOptions,
  RowOf<R, 'category'>
> {
  /** As `get` of a client's categories. */
  readonly get: (categoryId: number, config?: RemoteCallConfig & CategoryOptions) => Observable<R['category']>
}

/** The accounts of a user, through the main process. */
export interface RemoteAccountCollection<R extends Resources> extends RemoteCollection<
  R['account'],
  FiltersOf<R, 'accounts'>
> {
  /** As `get` of a client's accounts. */
  readonly get: (accountId: number, config?: RemoteCallConfig) => Observable<R['account']>
  /** As `transactions` of a client's accounts. */
  readonly transactions: (
    accountId: number,
  ) => RemoteUpdatableCollection<
    R['transaction'],
    FiltersOf<R, 'accountTransactions'>,
    FiltersOf<R, 'accountTransactionsUpdated'>
  >
}

/** The items of a user, through the main process. */
export interface RemoteItemCollection<R extends Resources> extends RemoteCollection<R['item']> {
  /** As `get` of a client's items. */
  readonly get: (itemId: number, config?: RemoteCallConfig) => Observable<R['item']>
  /** As `watchUpdated` of a client's items, as {@link RemoteUpdatableCollection.watchUpdated}. */
  readonly watchUpdated: (config?: RemoteChangesConfig<R['item']>) => Observable<UpdatedBatch<R['item']>>
  /** As `refresh` of a client: the one thing that a renderer can cause a service to do. */
  readonly refresh: (itemId: number, config?: RemoteCallConfig) => Observable<StartedRefresh>
  /** As `refreshStatus` of a client. */
  readonly refreshStatus: (itemId: number, config?: RemoteCallConfig) => Observable<R['refreshStatus']>
  /** As `watchRefresh` of a client; a renderer that is busy misses states between the last and the newest. */
  readonly watchRefresh: (
    itemId: number,
    config?: RemotePollConfig<R['refreshStatus']>,
  ) => Observable<R['refreshStatus']>
}

/** The stocks of a user, through the main process. */
export interface RemoteStockCollection<A, O = unknown, U = unknown> extends RemoteUpdatableCollection<A, O, U> {
  /** As `get` of a client. */
  readonly get: (stockId: number, config?: RemoteCallConfig) => Observable<A>
}

/** The transactions of a user, through the main process. */
export interface RemoteTransactionCollection<A, O = unknown, U = unknown> extends RemoteUpdatableCollection<A, O, U> {
  /** As `get` of a client. */
  readonly get: (transactionId: number, config?: RemoteCallConfig) => Observable<A>
}

/** Events that a renderer which reads slowly did not get: so many came between the one before and the one after. */
export interface EventsMissed {
  readonly _tag: 'EventsMissed'
  readonly count: number
}
