import { defer, identity, map, type ObservableInput, of } from 'rxjs'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { integer } from '../../base/codec/numbers.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Connection } from '../../http/Connection.js'
import type { CallConfig } from '../../http/toHttpRequest.js'
import type { ListRequest } from '../../service/api/Request.js'
import { callFields } from '../send/callConfig.js'
import { fetchUndecoded, toPage } from './fetchPage.js'
import type { Page } from './PageLink.js'
import { type OpenPages, paceWithDemand, PageStream } from './PageStream.js'
import { defaultMaxPages, readPages } from './readPages.js'

/** How a list is read. */
export interface PagesConfig<A> extends CallConfig {
  /** Resources per page, 1 to 500; default: the service's, 50. */
  readonly limit?: number
  /** The maximum number of pages; a longer list errors with a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** How many pages are requested before the consumer wants them, 0 or 1; default 0. */
  readonly prefetch?: 0 | 1
  /** Called with each page. The next request waits until the result completes; if it errors, so does the stream. */
  readonly pace?: (page: Page<A>) => ObservableInput<unknown>
  /**
   * What happens if a row cannot be decoded. `error` (default): the stream errors. `report`: the row is omitted and
   * described in `rejected` of its page, and `events$` emits `RowRejected`.
   */
  readonly onInvalidRow?: 'error' | 'report'
}

/** The codec of the number of resources per page, with the bounds of the API. */
export const limit = integer(1, 500)

const fields = {
  limit,
  maxPages: integer(1),
  prefetch: oneOf(0, 1),
  onInvalidRow: oneOf('error', 'report'),
  pace: functionCodec<NonNullable<PagesConfig<unknown>['pace']>>('a function from a page to an Observable'),
}

const pagesConfig = options('options', {}, { ...callFields, ...fields })

/** Sets the number of resources per page; `undefined` changes nothing. */
export const withLimit = <A>(request: ListRequest<A>, resources: number | undefined): ListRequest<A> =>
  resources === undefined ? request : { ...request, query: { ...request.query, limit: resources } }

/** A request for a list, and the options for reading it. */
export type ListToRead<Row, A = Row> = readonly [request: ListRequest<Row>, config: PagesConfig<A>]

/**
 * Reads the pages of a list. `connection`, `list` and `createTransform` are called for each run. The transform is
 * applied to each page first, and `toValues` returns the values that the stream emits for a page.
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
      return readPages(current, limited, fetchUndecoded(current, current.http, limited, decoded), {
        maxPages: decoded.maxPages ?? defaultMaxPages,
        prefetch: decoded.prefetch ?? 0,
        pace: paceWithDemand(config.pace, demand$),
        transform: (page) => of(transform(toPage(page))),
      }).pipe(map(toValues))
    })

const unchanged = () => identity

/** The stream emits each page. */
export const emitPage = <A>(page: Page<A>): ReadonlyArray<Page<A>> => [page]

/** The stream emits the resources of each page. */
export const emitResources = <A>({ resources }: Page<A>): ReadonlyArray<A> => resources

/** Like {@link pages}, but `connection` and `list` are called at each subscription, and the request is not checked. */
export const deferPages = <A>(connection: () => Connection, list: () => ListToRead<A>): PageStream<Page<A>> =>
  new PageStream(openPages(connection, list, unchanged, emitPage))

/** Like {@link all}, but `connection` and `list` are called at each subscription, and the request is not checked. */
export const deferAll = <A>(connection: () => Connection, list: () => ListToRead<A>): PageStream<A> =>
  new PageStream(openPages(connection, list, unchanged, emitResources))
