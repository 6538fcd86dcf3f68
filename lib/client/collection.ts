import { defer, type Observable } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { followLink } from '../pages/followLink.js'
import { navigate, type NavigateCommand, type NavigateConfig, type Navigated } from '../pages/navigate.js'
import type { Page } from '../pages/Page.js'
import type { PageLink } from '../pages/PageLink.js'
import { all, pages, type PagesConfig } from '../pages/pages.js'
import { deferPageStream, type PageStream } from '../pages/PageStream.js'

/**
 * A list of the service, and the ways to read it; `O` are the options that this list takes beyond the common ones, `Row`
 * the rows of its pages: resources, or groups of them.
 */
export interface Collection<A, O = unknown, Row = A> {
  /**
   * Reads the list page by page.
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
  readonly pages: (config?: PagesConfig<Row> & O) => PageStream<Page<Row>>
  /**
   * Reads the list resource by resource: those of its {@link Collection.pages}, one after the other; where rows are
   * groups, those in them, each once, however often its group comes again.
   *
   * Cold. Completes after the last resource, errors with what a page errors with, and unsubscribing, as with
   * `take`, asks for no page that is not needed. `for await` pulls a page at a time, too.
   */
  readonly all: (config?: PagesConfig<A> & O) => PageStream<A>
  /**
   * Follows one link that a page of this list gave.
   *
   * Cold. Emits one page and completes; errors with a `ClientError`, with `PagingError` before anything is sent when the
   * link is another list's, user's or client's, or leaves the service, and with `ConfigError` when the options name another
   * id, such as `accountId`, than the link. Unsubscribing aborts.
   */
  readonly page: (link: PageLink, config?: CallConfig & O) => Observable<Page<Row>>
  /**
   * Shows one page of the list at a time, as commands say.
   *
   * Cold. Begins with the first page; `next` and `previous` go from the page that is shown, and are ignored at an end;
   * `first` goes back, `reload` asks again for what was asked last, also after a failure. The last command wins: what is
   * in flight for an earlier one is aborted. A failure is a value, not an error; the stream errors with `commands$` and
   * wrong options or commands, and completes when `commands$` has completed and its last command is answered.
   */
  readonly navigate: (commands$: Observable<NavigateCommand>, config?: NavigateConfig & O) => Observable<Navigated<Row>>
  /** @internal Its pages with the resources of their groups, where rows are groups. */
  readonly flattenedPages?: (config?: PagesConfig<A> & O) => PageStream<Page<A>>
}

/** Makes a request of options, and gives back those that are not its own. */
export type RequestOf<Row, O> = <C extends object>(
  config: C & Partial<O>,
) => readonly [request: ListRequest<Row>, rest: C]

/** Reads a list of the service through a connection; both are looked up when somebody subscribes. */
export const collection = <A, O = unknown>(connection: () => Connection, list: RequestOf<A, O>): Collection<A, O> => ({
  pages: (config) => deferPageStream(() => pages(connection())(...list(config ?? {}))),
  all: (config) => deferPageStream(() => all(connection())(...list(config ?? {}))),
  page: (link, config) =>
    defer(() => {
      const [request, rest] = list(config ?? {})
      return followLink(connection())(request, link, rest)
    }),
  navigate: (commands$, config) =>
    defer(() => {
      const [request, rest] = list(config ?? {})
      return navigate(connection())(request, commands$, rest)
    }),
})

/** A list that takes the common options alone. */
export const plainCollection = <A>(connection: () => Connection, request: () => ListRequest<A>): Collection<A> =>
  collection(connection, (config) => [request(), config])
