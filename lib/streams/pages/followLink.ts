import { isLeft } from 'fp-ts/lib/Either.js'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable, throwError } from 'rxjs'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { PagingError, type PagingReason } from '../../base/error/PagingError.js'
import { resolveLink } from '../../http/baseUrl.js'
import type { Connection } from '../../http/Connection.js'
import type { CallConfig, PageAddress } from '../../http/toHttpRequest.js'
import type { ListRequest, RequestLine } from '../../service/api/Request.js'
import { callConfig } from '../send/callConfig.js'
import type { Stream } from '../send/Stream.js'
import { fetchPage, toPage } from './fetchPage.js'
import { linkTarget, type Page, type PageLink } from './PageLink.js'

/** Errors with a `PagingError` of a list; `number` is the number of the page, if it is known. */
export const pagingError = ({ operation }: RequestLine, reason: PagingReason, number?: number): Observable<never> =>
  throwError(() => new PagingError({ operation, page: fromNullable(number), reason }))

/**
 * Fetches the page that a link leads to. `fetch` gets its address, and the URL of the page that contained the link.
 * Errors with a `PagingError` if the link leads away from the service or belongs to another list.
 */
export const fetchLinked = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  link: PageLink,
  fetch: (address: Required<PageAddress>, requestUrl: string) => Observable<B>,
): Observable<B> => {
  const target = linkTarget(link, connection, request)
  if (target === undefined) return pagingError(request, 'foreign-link')
  const { number, requestUrl, uri } = target
  const url = resolveLink(connection.baseUrl, requestUrl, uri, connection.query)
  return isLeft(url) ? pagingError(request, url.left, number) : fetch({ number, url: url.right }, requestUrl)
}

const isId = (u: unknown): boolean => /^\d+$/.test(String(u))

/** Throws a `ConfigError` if the request filters by an id that differs from the link's id, such as another account. */
const checkIds = ({ query = {} }: RequestLine, urls: ReadonlyArray<string>): void => {
  for (const [name, requestedId] of Object.entries(query)) {
    const linkedId = urls.map((url) => new URL(url).searchParams.get(name)).find(isId)
    if (isId(requestedId) && linkedId !== undefined && linkedId !== String(requestedId))
      throw wrongOption(`/query/${name}`, `${String(linkedId)}, as the link has it`)
  }
}

/**
 * Like {@link followLink}, but `connection` and `list` are called at each subscription, and the request is not checked.
 */
export const deferFollowLink = <A>(
  connection: () => Connection,
  list: () => readonly [request: ListRequest<A>, config: CallConfig],
  link: PageLink,
): Stream<Page<A>> =>
  defer(() => {
    const current = connection()
    const [request, config] = list()
    const fetch = fetchPage(current, current.http, request, decodeOptions(callConfig, config))
    return fetchLinked(current, request, link, (address, requestUrl) => {
      checkIds(request, [address.url, requestUrl])
      return fetch(address)
    }).pipe(map(toPage))
  })
