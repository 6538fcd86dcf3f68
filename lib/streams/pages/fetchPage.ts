import { getOrElse, map as mapOption, none, type Option } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable } from 'rxjs'
import { adjacentPages } from '../../http/adjacentPages.js'
import type { Connection } from '../../http/Connection.js'
import type { Http } from '../../http/Http.js'
import { httpDate } from '../../http/httpDate.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { type CallConfig, type PageAddress, toHttpRequest } from '../../http/toHttpRequest.js'
import type { ListRequest } from '../../service/api/Request.js'
import { type Envelope, envelope, nextUri, previousUri, rawEnvelope } from '../../service/model/Envelope.js'
import { decodeBody, parseBody } from '../send/decodeAnswer.js'
import { reportDifferingFields } from '../send/reportDifferingFields.js'
import { decodeRows, issuesOnPage } from './decodeRows.js'
import type { Page } from './Page.js'
import { PageLink } from './PageLink.js'

/** A page, with what the client needs to read the next one. */
export interface FetchedPage<A> extends Page<A> {
  /** The request that it answers. */
  readonly httpRequest: HttpRequest
  /** The `Date` of the answer, in milliseconds since 1970; `None` without one. */
  readonly serverTime: Option<number>
}

interface DecodedPage<A> extends Envelope<A>, Pick<Page<A>, 'rejected'> {}

/** The public fields of a page. */
export const toPage = <A>({ resources, next, previous, number, userUuid, rejected }: FetchedPage<A>): Page<A> => ({
  resources,
  next,
  previous,
  number,
  ...(userUuid !== undefined && { userUuid }),
  ...(rejected && { rejected }),
})

/** A page whose JSON is parsed and whose next link is read; its resources are not decoded yet. */
export interface UndecodedPage<A> extends Pick<FetchedPage<A>, 'number' | 'next' | 'httpRequest'> {
  readonly isEmpty: boolean
  /** Decodes the page, which it can do once; throws a `DecodeError`. */
  readonly decode: () => FetchedPage<A>
}

/** Fetches the first page of a list, or the page at an address. */
export interface FetchPage<A> {
  (address: Option<PageAddress>): Observable<FetchedPage<A>>
  /** The same, not decoded: a reader that fetches ahead asks for the next page before it decodes this one. */
  readonly undecoded: (address: Option<PageAddress>) => Observable<UndecodedPage<A>>
}

const firstPage: PageAddress = { number: 1 }

/** The parts of a body that are read before it is decoded; they may be missing or of another type. */
type UncheckedBody = {
  readonly resources?: { readonly length?: unknown }
  readonly pagination?: { readonly next_uri?: unknown } | null
} | null

const nextIn = (body: UncheckedBody): Option<string> => {
  const uri = body?.pagination?.next_uri
  return typeof uri === 'string' ? nextUri({ resources: [], pagination: { next_uri: uri } }) : none
}

/** How pages are fetched. */
export interface FetchPageConfig extends CallConfig {
  /** What happens to a row that cannot be decoded: `error` (default) fails the page, `report` leaves the row out. */
  readonly onInvalidRow?: 'error' | 'report'
}

/** Fetches pages of one list through one `Http`. */
export const fetchPage = <A>(
  connection: Connection,
  http: Http,
  request: ListRequest<A>,
  config: FetchPageConfig,
): FetchPage<A> => {
  const codec = envelope(request.resource)

  /** Decodes the rows of a page one by one, and leaves out those that cannot be decoded. */
  const decodeEach = (body: unknown, response: HttpResponse, httpRequest: HttpRequest): DecodedPage<A> => {
    const undecoded = decodeBody(rawEnvelope, body, response, httpRequest)
    const { resources, rejected } = decodeRows(request.resource, undecoded.resources, () => true)
    for (const row of rejected) connection.emit(httpRequest, () => ({ _tag: 'RowRejected', issues: issuesOnPage(row) }))
    return { ...undecoded, resources: [...resources], ...(rejected.length > 0 && { rejected }) }
  }

  const decodeAll = (body: unknown, response: HttpResponse, httpRequest: HttpRequest): DecodedPage<A> =>
    decodeBody(codec, body, response, httpRequest)

  const decodePage = config.onInvalidRow === 'report' ? decodeEach : decodeAll
  const undecoded: FetchPage<A>['undecoded'] = (address) =>
    defer(() => {
      const page = getOrElse(() => firstPage)(address)
      let userUuid: string | undefined
      const onUser = (uuid: string): void => {
        userUuid = uuid
      }
      const httpRequest = { ...toHttpRequest(connection, request, config, page), onUser }
      const { number } = page
      const numbers = adjacentPages(number)
      const { client, principal } = connection
      const { path, resource, subject } = request
      const link = (to: number) => (uri: string) =>
        new PageLink({
          operation: request.operation,
          client,
          principal,
          path,
          subject,
          codec: resource,
          uri,
          requestUrl: httpRequest.url,
          number: to,
        })
      return http(httpRequest).pipe(
        map((response) => {
          const body = parseBody(response, httpRequest)
          const unchecked = body as UncheckedBody
          const next = mapOption(link(numbers.next))(nextIn(unchecked))
          const decode = (): FetchedPage<A> => {
            const decoded = reportDifferingFields(connection, httpRequest, () =>
              decodePage(body, response, httpRequest),
            )
            return {
              resources: decoded.resources,
              next,
              previous: mapOption(link(numbers.previous))(previousUri(decoded)),
              number,
              httpRequest,
              ...(userUuid !== undefined && { userUuid }),
              ...(decoded.rejected && { rejected: decoded.rejected }),
              // No getter: each page would then get a hidden class of its own in V8, which outlives the page and holds
              // it.
              serverTime: httpDate(response.headers.date),
            }
          }
          const isEmpty = unchecked?.resources?.length === 0
          return { number, next, httpRequest, isEmpty, decode }
        }),
      )
    })
  const fetch = (address: Option<PageAddress>) => undecoded(address).pipe(map(({ decode }) => decode()))
  return Object.assign(fetch, { undecoded })
}
