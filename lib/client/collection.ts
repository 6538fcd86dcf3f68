import { defer, type Observable } from 'rxjs'
import type { Connection } from '../http/Connection.js'
import type { ListRequest } from '../http/Request.js'
import type { CallConfig } from '../http/toHttpRequest.js'
import { followLink } from '../stream/followLink.js'
import { navigate, type NavigateCommand, type NavigateConfig, type Navigated } from '../stream/navigate.js'
import type { Page } from '../stream/Page.js'
import type { PageLink } from '../stream/PageLink.js'
import { all, pages, type PagesConfig } from '../stream/pages.js'
import { deferPageStream, type PageStream } from '../stream/PageStream.js'

/** A list of the service, and the ways to read it; `O` are the options that this list takes beyond the common ones. */
export interface Collection<A, O = unknown> {
  /** Page by page; see {@link pages}. */
  readonly pages: (config?: PagesConfig<A> & O) => PageStream<Page<A>>
  /** Resource by resource; see {@link all}. */
  readonly all: (config?: PagesConfig<A> & O) => PageStream<A>
  /** The page that a link of this list leads to; see {@link followLink}. */
  readonly page: (link: PageLink, config?: CallConfig & O) => Observable<Page<A>>
  /** One page at a time, as commands say; see {@link navigate}. */
  readonly navigate: (commands$: Observable<NavigateCommand>, config?: NavigateConfig & O) => Observable<Navigated<A>>
}

/** Reads a list of the service through a connection; both are looked up when somebody subscribes. */
export const collection = <A, O = unknown>(
  connection: () => Connection,
  list: <C extends object>(config: C & Partial<O>) => readonly [request: ListRequest<A>, rest: C],
): Collection<A, O> => ({
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
