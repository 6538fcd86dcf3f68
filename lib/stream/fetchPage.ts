import { isLeft } from 'fp-ts/lib/Either.js'
import { fromNullable, getOrElse, map as mapOption, type Option } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable, throwError } from 'rxjs'
import { PagingError, type PagingReason } from '../error/PagingError.js'
import { resolveLink } from '../http/baseUrl.js'
import type { Connection } from '../http/Connection.js'
import type { Http } from '../http/Http.js'
import { httpDate } from '../http/httpDate.js'
import type { HttpRequest } from '../http/HttpRequest.js'
import type { ListRequest, RequestLine } from '../http/Request.js'
import { type CallConfig, type PageAddress, toHttpRequest } from '../http/toHttpRequest.js'
import { type Envelope, envelope, nextUri, previousUri } from '../model/Envelope.js'
import { decodeAnswer } from './answer.js'
import type { Page } from './Page.js'
import { linkTarget, PageLink } from './PageLink.js'

/** A page as it came, with what its reader needs beyond what its user does. */
export interface ReadPage<A> extends Page<A> {
  /** The request that it answers. */
  readonly asked: HttpRequest
  /** The service's clock when it answered, milliseconds since 1970, if it said so. */
  readonly serverTime: Option<number>
}

/** The page alone, for its user: no address, no request. */
export const toPage = <A>({ resources, next, previous, number }: ReadPage<A>): Page<A> => ({
  resources,
  next,
  previous,
  number,
})

/** Fetches the first page of a list, or the page at an address. */
export type FetchPage<A> = (address: Option<PageAddress>) => Observable<ReadPage<A>>

const firstPage: PageAddress = { number: 1 }

/** Fetches pages of one list through one `Http`. */
export const fetchPage = <A>(
  connection: Connection,
  http: Http,
  request: ListRequest<A>,
  config: CallConfig,
): FetchPage<A> => {
  const codec = envelope(request.resource)
  return (address) =>
    defer(() => {
      const page = getOrElse(() => firstPage)(address)
      const httpRequest = toHttpRequest(connection, request, config, page)
      const { number } = page
      const { client, principal } = connection
      const { path, resource } = request
      const link = (to: number) => (uri: string) =>
        new PageLink({ client, principal, path, codec: resource, uri, requestUrl: httpRequest.url, number: to })
      return http(httpRequest).pipe(
        map((response): ReadPage<A> => {
          const body: Envelope<A> = decodeAnswer(codec, response, httpRequest)
          return {
            resources: body.resources,
            next: mapOption(link(number + 1))(nextUri(body)),
            previous: mapOption(link(Math.max(number - 1, 1)))(previousUri(body)),
            number,
            asked: httpRequest,
            serverTime: httpDate(response.headers.date),
          }
        }),
      )
    })
}

/** A failure to follow a list to page `number`, if that is known. */
export const cannotPage = ({ operation }: RequestLine, reason: PagingReason, number?: number): Observable<never> =>
  throwError(() => new PagingError({ operation, page: fromNullable(number), reason }))

/** Where a link leads, for `go`: one that leaves the service or is not of this list is refused. */
export const follow = <A, B>(
  connection: Connection,
  request: ListRequest<A>,
  link: PageLink,
  go: (address: Required<PageAddress>) => Observable<B>,
): Observable<B> => {
  const target = linkTarget(link, connection, request)
  if (target === undefined) return cannotPage(request, 'foreign-link')
  const { number, requestUrl, uri } = target
  const url = resolveLink(connection.baseUrl, requestUrl, uri)
  return isLeft(url) ? cannotPage(request, url.left, number) : go({ number, url: url.right })
}
