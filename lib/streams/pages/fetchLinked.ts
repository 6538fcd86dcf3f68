import { isLeft } from 'fp-ts/lib/Either.js'
import { fromNullable } from 'fp-ts/lib/Option.js'
import { type Observable, throwError } from 'rxjs'
import { PagingError, type PagingReason } from '../../base/error/PagingError.js'
import { resolveLink } from '../../http/baseUrl.js'
import type { Connection } from '../../http/Connection.js'
import type { PageAddress } from '../../http/toHttpRequest.js'
import type { ListRequest, RequestLine } from '../../service/api/Request.js'
import { linkTarget, type PageLink } from './PageLink.js'

/** Errors with a `PagingError` of a list; `number` is the number of the page, if it is known. */
export const pagingError = ({ operation }: RequestLine, reason: PagingReason, number?: number): Observable<never> =>
  throwError(() => new PagingError({ operation, page: fromNullable(number), reason }))

/**
 * Fetches the page that a link leads to. `fetch` gets its address, and the URL of the page that contained the link. Errors
 * with a `PagingError` if the link leads away from the service or belongs to another list.
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
