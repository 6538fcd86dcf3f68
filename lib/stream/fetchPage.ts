import { isLeft } from 'fp-ts/lib/Either.js'
import { fromNullable, getOrElse, map as mapOption, none, type Option } from 'fp-ts/lib/Option.js'
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
import { decodeBody, parseBody } from './answer.js'
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

/** A page as it came, its links read and its rows not yet. */
export interface UnreadPage<A> extends Pick<ReadPage<A>, 'number' | 'next' | 'asked'> {
  readonly isEmpty: boolean
  /** Decodes it, for once; throws a `DecodeError`. */
  readonly read: () => ReadPage<A>
}

/** Fetches the first page of a list, or the page at an address. */
export interface FetchPage<A> {
  (address: Option<PageAddress>): Observable<ReadPage<A>>
  /** Leaves the page undecoded, for those who go on to the next one before that. */
  readonly unread: (address: Option<PageAddress>) => Observable<UnreadPage<A>>
}

const firstPage: PageAddress = { number: 1 }

/** What is looked at before a page is decoded, which may be anything. */
type Glance = {
  readonly resources?: { readonly length?: unknown }
  readonly pagination?: { readonly next_uri?: unknown } | null
} | null

const nextIn = (body: Glance): Option<string> => {
  const uri = body?.pagination?.next_uri
  return typeof uri === 'string' ? nextUri({ resources: [], pagination: { next_uri: uri } }) : none
}

/** Fetches pages of one list through one `Http`. */
export const fetchPage = <A>(
  connection: Connection,
  http: Http,
  request: ListRequest<A>,
  config: CallConfig,
): FetchPage<A> => {
  const codec = envelope(request.resource)
  const unread: FetchPage<A>['unread'] = (address) =>
    defer(() => {
      const page = getOrElse(() => firstPage)(address)
      const httpRequest = toHttpRequest(connection, request, config, page)
      const { number } = page
      const { client, principal } = connection
      const { path, resource } = request
      const link = (to: number) => (uri: string) =>
        new PageLink({ client, principal, path, codec: resource, uri, requestUrl: httpRequest.url, number: to })
      return http(httpRequest).pipe(
        map((response): UnreadPage<A> => {
          const body = parseBody(response, httpRequest)
          const glance = body as Glance
          const next = mapOption(link(number + 1))(nextIn(glance))
          const read = (): ReadPage<A> => {
            const decoded: Envelope<A> = decodeBody(codec, body, response, httpRequest)
            return {
              resources: decoded.resources,
              next,
              previous: mapOption(link(Math.max(number - 1, 1)))(previousUri(decoded)),
              number,
              asked: httpRequest,
              // No accessor: that would give each page a hidden class of its own, which lives long and holds the page.
              serverTime: httpDate(response.headers.date),
            }
          }
          return { number, next, asked: httpRequest, isEmpty: glance?.resources?.length === 0, read }
        }),
      )
    })
  const fetch = (address: Option<PageAddress>) => unread(address).pipe(map(({ read }) => read()))
  return Object.assign(fetch, { unread })
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
  const url = resolveLink(connection.baseUrl, requestUrl, uri, connection.query)
  return isLeft(url) ? cannotPage(request, url.left, number) : go({ number, url: url.right })
}
