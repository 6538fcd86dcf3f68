import { defer, map, type ObservableInput, of } from 'rxjs'
import { check } from '../codec/check.js'
import { fn } from '../codec/fn.js'
import { integer } from '../codec/integer.js'
import { options } from '../codec/options.js'
import { decodeOptions } from '../error/decodeOptions.js'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { callFields } from './callConfig.js'
import { fetchPage, toPage } from './fetchPage.js'
import type { Page } from './Page.js'
import { type OpenPages, PageStream } from './PageStream.js'
import { readPages } from './readPages.js'

/** How a list is read. */
export interface PagesConfig<A> extends CallConfig {
  /** Resources a page, 1 to 500; default: the service's, 50. */
  readonly limit?: number
  /** More pages than these are a `PagingError`; default 10,000. */
  readonly maxPages?: number
  /** Pages asked for ahead of the consumer, 0 or 1; default 0. */
  readonly prefetch?: 0 | 1
  /** Called with each page; its completion allows the next request, its error is the stream's. */
  readonly pace?: (page: Page<A>) => ObservableInput<unknown>
}

/** Resources a page, as the interface bounds them. */
export const limit = integer(1, 500)

const fields = {
  limit,
  maxPages: integer(1),
  prefetch: check('0 or 1', (u): u is 0 | 1 => u === 0 || u === 1),
  pace: fn<NonNullable<PagesConfig<unknown>['pace']>>('a function from a page to an Observable'),
}

const pagesConfig = options('options', {}, { ...callFields, ...fields })

/** The request for pages of so many resources, or of as many as it says itself. */
export const withLimit = <A>(request: ListRequest<A>, resources: number | undefined): ListRequest<A> =>
  resources === undefined ? request : { ...request, query: { ...request.query, limit: resources } }

const openPages =
  <A, B>(
    connection: Connection,
    request: ListRequest<A>,
    config: PagesConfig<A>,
    values: (page: Page<A>) => ReadonlyArray<B>,
  ): OpenPages<B> =>
  (demand) =>
    defer(() => {
      const decoded = decodeOptions(pagesConfig, config)
      const list = withLimit(request, decoded.limit)
      return readPages(connection, list, fetchPage(connection, connection.http, list, decoded), {
        maxPages: decoded.maxPages ?? 10_000,
        prefetch: decoded.prefetch ?? 0,
        pace: demand(config.pace),
        through: (page) => of(toPage(page)),
      }).pipe(map(values))
    })

/**
 * Reads a list page by page.
 *
 * Cold. Emits each page once, in the service's order, and completes after the last; errors with a `ClientError` that
 * names the page that failed, never ending early instead. Retries repeat one page alone. With `prefetch: 0` no request
 * leaves that the consumer did not ask for. Unsubscribing aborts the request in flight. It is an `AsyncIterable` too:
 * `for await` pulls a page at a time, and leaving the loop aborts.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { firstValueFrom, take, toArray } from 'rxjs'
 *
 * const sandbox = createSandbox({ seed: 1 })
 * const client = createClient({ baseUrl: 'https://sandbox.invalid', ...sandbox.credentials, http: sandbox.http })
 * const pages = await firstValueFrom(client.banks.pages({ limit: 10 }).pipe(take(2), toArray()))
 * assert.deepStrictEqual(pages.map((page) => [page.number, page.resources.length]), [[1, 10], [2, 10]])
 */
export const pages =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}): PageStream<Page<A>> =>
    new PageStream(openPages(connection, request, config, (page) => [page]))

/**
 * Reads a list resource by resource: the resources of its {@link pages}, one after the other.
 *
 * Cold. As `pages`: completes after the last resource, errors with what a page errors with, and unsubscribing, as with
 * `take`, asks for no page that is not needed. `for await` pulls a page at a time, too.
 */
export const all =
  (connection: Connection) =>
  <A>(request: ListRequest<A>, config: PagesConfig<A> = {}): PageStream<A> =>
    new PageStream(openPages(connection, request, config, ({ resources }) => resources))
