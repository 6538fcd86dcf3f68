import { defer, identity, map, type ObservableInput, of } from 'rxjs'
import { functionCodec } from '../../base/codec/functionCodec.js'
import { integer } from '../../base/codec/integer.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Connection } from '../../http/Connection.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { ListRequest } from '../../service/api/Request.js'
import { callFields } from '../send/callConfig.js'
import { checkListRequest } from '../send/checkRequest.js'
import { fetchPage, toPage } from './fetchPage.js'
import type { Page } from './Page.js'
import { type OpenPages, paceWithDemand, PageStream } from './PageStream.js'
import { defaultMaxPages, readPages } from './readPages.js'

/** How a list is read. */
export interface PagesConfig<A> extends CallConfig {
  /** Resources a page, 1 to 500; default: the service's, 50. */
  readonly limit?: number
  /** More pages than these are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** Pages that are requested ahead of the consumer, 0 or 1; default 0. */
  readonly prefetch?: 0 | 1
  /** Called with each page; its completion allows the next request, its error is the stream's. */
  readonly pace?: (page: Page<A>) => ObservableInput<unknown>
  /**
   * What happens to a row that cannot be decoded: `error` (default) ends the stream, `report` leaves the row out, puts it
   * into `rejected` of its page, and emits `RowRejected` on `events$`.
   */
  readonly onInvalidRow?: 'error' | 'report'
}

/** Resources a page, within the bounds of the interface. */
export const limit = integer(1, 500)

const fields = {
  limit,
  maxPages: integer(1),
  prefetch: oneOf(0, 1),
  onInvalidRow: oneOf('error', 'report'),
  pace: functionCodec<NonNullable<PagesConfig<unknown>['pace']>>('a function from a page to an Observable'),
}

const pagesConfig = options('options', {}, { ...callFields, ...fields })

/** The request with this many resources a page; unchanged if the number is `undefined`. */
export const withLimit = <A>(request: ListRequest<A>, resources: number | undefined): ListRequest<A> =>
  resources === undefined ? request : { ...request, query: { ...request.query, limit: resources } }

/** A request for a list, and the options of reading it. */
export type ListToRead<Row, A = Row> = readonly [request: ListRequest<Row>, config: PagesConfig<A>]

/**
 * Opens runs over the pages of a list; the connection and the list are asked for at each run. `begin` is called for each run,
 * and gives what it does to each page before anything else sees the page; `values` gives what the stream emits for a page.
 */
export const openPages =
  <Row, A, B>(
    connection: () => Connection,
    list: () => ListToRead<Row, A>,
    createTransform: () => (page: Page<Row>) => Page<A>,
    toValues: (page: Page<A>) => ReadonlyArray<B>,
  ): OpenPages<B> =>
  (demand$) =>
    defer(() => {
      const current = connection()
      const [request, config] = list()
      const decoded = decodeOptions(pagesConfig, config)
      const transform = createTransform()
      const limited = withLimit(request, decoded.limit)
      return readPages(current, limited, fetchPage(current, current.http, limited, decoded), {
        maxPages: decoded.maxPages ?? defaultMaxPages,
        prefetch: decoded.prefetch ?? 0,
        pace: paceWithDemand(config.pace, demand$),
        transform: (page) => of(transform(toPage(page))),
      }).pipe(map(toValues))
    })

const unchanged = () => identity

/** For a page the stream emits the page. */
export const emitPage = <A>(page: Page<A>): ReadonlyArray<Page<A>> => [page]

/** For a page the stream emits its resources. */
export const emitResources = <A>({ resources }: Page<A>): ReadonlyArray<A> => resources

/** As {@link pages}; the connection and the list are asked for at each subscription, and the request is not checked. */
export const deferPages = <A>(connection: () => Connection, list: () => ListToRead<A>): PageStream<Page<A>> =>
  new PageStream(openPages(connection, list, unchanged, emitPage))

/** As {@link all}; the connection and the list are asked for at each subscription, and the request is not checked. */
export const deferAll = <A>(connection: () => Connection, list: () => ListToRead<A>): PageStream<A> =>
  new PageStream(openPages(connection, list, unchanged, emitResources))

/**
 * Reads a list page by page through a connection: the interpreter behind `pages` of a {@link Collection}, where its
 * contract stands.
 *
 * @example
 * import { createConnection, listBanks, pages } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const connection = createConnection({ baseUrl: 'https://bank.example', ...credentials, http })
 * const { number, resources } = await firstValueFrom(pages(connection)(listBanks, { limit: 10 }))
 * assert.deepStrictEqual([number, resources.length], [1, 10])
 */
export const pages =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}): PageStream<Page<A>> =>
    deferPages(
      () => connection,
      () => [checkListRequest(request), config],
    )

/**
 * Reads a list resource by resource through a connection: the interpreter behind `all` of a {@link Collection}, where its
 * contract stands.
 *
 * @example
 * import { all, createConnection, listBanks } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom } from 'rxjs'
 *
 * const { credentials, http } = createSandbox({ seed: 1 })
 * const connection = createConnection({ baseUrl: 'https://bank.example', ...credentials, http })
 * const { name } = await firstValueFrom(all(connection)(listBanks))
 * assert.deepStrictEqual(typeof name, 'string')
 */
export const all =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}): PageStream<A> =>
    deferAll(
      () => connection,
      () => [checkListRequest(request), config],
    )
