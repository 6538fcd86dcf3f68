import type * as t from 'io-ts'
import type { Observable } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { withFilters } from '../service/api/filterQuery.js'
import { type Listing, listRequest } from '../service/api/operationRequests.js'
import type { ListRequest } from '../service/api/Request.js'
import type { Service } from '../service/profile/Service.js'
import { deferFollowLink } from '../streams/pages/followLink.js'
import {
  deferNavigate,
  type NavigateCommand,
  type NavigateConfig,
  type NavigationState,
} from '../streams/pages/navigate.js'
import type { Page, PageLink } from '../streams/pages/PageLink.js'
import { deferAll, deferPages, type PagesConfig } from '../streams/pages/pages.js'
import type { PageStream } from '../streams/pages/PageStream.js'
import type { Stream } from '../streams/send/Stream.js'

/**
 * A list of the service, and the ways to read it. `O` are the options that this list takes in addition to the common
 * ones; `Row` is the type of the rows of its pages: resources, or groups of resources.
 */
export interface Collection<A, O = unknown, Row = A> {
  /**
   * Reads the list page by page.
   *
   * Cold. Emits each page once, in the service's order, and completes after the last page. Errors with a `ClientError`
   * that names the page that failed; it never completes early. A retry repeats one page only. With `prefetch: 0` no
   * page is requested before the consumer needs it. Unsubscribing aborts the request in flight. The stream is an
   * `AsyncIterable` too: `for await` requests one page at a time, and leaving the loop aborts the request.
   *
   * @example
   * import { createClient } from 'rxbank'
   * import { bridge2025 } from 'rxbank/bridge'
   * import { createSandbox } from 'rxbank/sandbox'
   * import { firstValueFrom, take, toArray } from 'rxjs'
   *
   * const sandbox = createSandbox({ profile: bridge2025, seed: 1 })
   * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http })
   * const pages = await firstValueFrom(client.banks.pages({ limit: 10 }).pipe(take(2), toArray()))
   * assert.deepStrictEqual(pages.map((page) => [page.number, page.resources.length]), [[1, 10], [2, 10]])
   */
  readonly pages: (config?: PagesConfig<Row> & O) => PageStream<Page<Row>>
  /**
   * Reads the list resource by resource: the resources of its {@link Collection.pages}, one after the other. If rows
   * are groups, it emits the resources in them, each once, even if its group is sent again.
   *
   * Cold. Completes after the last resource, and errors as {@link Collection.pages} does. After unsubscribing, for
   * example by `take`, no further page is requested. `for await` also requests one page at a time.
   */
  readonly all: (config?: PagesConfig<A> & O) => PageStream<A>
  /**
   * Reads the page that a link leads to: the `next` or `previous` of a page of this list.
   *
   * Cold. Emits one page and completes; errors with a `ClientError`. If the link belongs to another list, user or
   * client, or leads away from the service, it sends no request and errors with a `PagingError`. If an id in the
   * options, such as `accountId`, differs from the link's id, it errors with a `ConfigError`. Unsubscribing aborts the
   * request.
   */
  readonly page: (link: PageLink, config?: CallConfig & O) => Stream<Page<Row>>
  /**
   * Shows one page of the list at a time, controlled by commands.
   *
   * Cold. Begins with the first page. `next` and `previous` lead to the page after or before the current one, and are
   * ignored if there is none; `first` leads back to the first page; `reload` repeats the last request, even if it has
   * failed. A new command aborts the request of an earlier one. A failed request is emitted as a value, not as an
   * error. The stream errors if `commands$` errors and for invalid options or commands. It completes when `commands$`
   * has completed and the last command has its result.
   */
  readonly navigate: (
    commands$: Observable<NavigateCommand>,
    config?: NavigateConfig & O,
  ) => Stream<NavigationState<Row>>
  /** @internal Only if rows are groups: the pages with the resources in the groups instead of the groups. */
  readonly flattenedPages?: (config?: PagesConfig<A> & O) => PageStream<Page<A>>
}

/** Creates the request of a list from its options. Also returns the other options, which are for the interpreter. */
export type RequestOf<Row, O> = <C extends object>(
  config: C & Partial<O>,
) => readonly [request: ListRequest<Row>, rest: C]

/** Reads a list of the service. `connection` and `list` are called at each subscription. */
export const collection = <A, O = unknown>(connection: () => Connection, list: RequestOf<A, O>): Collection<A, O> => ({
  pages: (config) => deferPages(connection, () => list(config ?? {})),
  all: (config) => deferAll(connection, () => list(config ?? {})),
  page: (link, config) => deferFollowLink(connection, () => list(config ?? {}), link),
  navigate: (commands$, config) => deferNavigate(connection, () => list(config ?? {}), commands$),
})

/** A list without its own options. */
export const plainCollection = <A>(connection: () => Connection, request: () => ListRequest<A>): Collection<A> =>
  collection(connection, (config) => [request(), config])

/**
 * A list of the service with the common options and the profile's filters. `id` is the id of the resource that the list
 * belongs to, such as an account.
 */
export const serviceList = <A>(
  connection: () => Connection,
  service: Service,
  operation: Listing,
  codec: t.Type<A, unknown>,
  id?: () => string | number,
): Collection<A> =>
  collection(connection, (config) =>
    withFilters(service, operation.key, listRequest(service, operation, codec, id?.()), config),
  )
