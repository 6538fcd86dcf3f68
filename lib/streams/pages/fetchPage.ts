import { map as mapOption, none, type Option } from 'fp-ts/lib/Option.js'
import { defer, map, type Observable } from 'rxjs'
import { adjacentPages } from '../../http/adjacentPages.js'
import type { Connection } from '../../http/Connection.js'
import type { Http } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { httpDate } from '../../http/retryAfter.js'
import { type CallConfig, type PageAddress, toHttpRequest } from '../../http/toHttpRequest.js'
import type { ListRequest } from '../../service/api/Request.js'
import { type Envelope, envelope, nextUri, previousUri, rawEnvelope } from '../../service/model/Envelope.js'
import { decodeBody, parseBody, reportDifferingFields } from '../send/decodeResponse.js'
import { decodeRows, emitRejected } from './decodeRows.js'
import { type Page, PageLink } from './PageLink.js'

/** A page, its request and the time of its response. */
export interface FetchedPage<A> extends Page<A> {
  /** The request that returned the page. */
  readonly httpRequest: HttpRequest
  /** The `Date` of the response, in milliseconds since 1970; `None` without one. */
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

/**
 * A page whose JSON is parsed and whose next link is read, but whose resources are not decoded yet. A reader that
 * fetches ahead requests the next page before it decodes this one.
 */
export interface UndecodedPage<A> extends Pick<FetchedPage<A>, 'number' | 'next' | 'httpRequest'> {
  readonly isEmpty: boolean
  /** Decodes the page; may be called once. Throws a `DecodeError`. */
  readonly decode: () => FetchedPage<A>
}

/** Fetches the page at an address; by default the first page of the list. */
export type FetchUndecoded<A> = (address?: PageAddress) => Observable<UndecodedPage<A>>

/** Fetches and decodes the page at an address; by default the first page of the list. */
export type FetchPage<A> = (address?: PageAddress) => Observable<FetchedPage<A>>

/** The parts of a body that are read before the body is decoded. They may be missing or have another type. */
type UncheckedBody = {
  readonly resources?: { readonly length?: unknown }
  readonly pagination?: { readonly next_uri?: unknown } | null
} | null

const nextIn = (body: UncheckedBody): Option<string> => {
  const uri = body?.pagination?.next_uri
  return typeof uri === 'string' ? nextUri({ resources: [], pagination: { next_uri: uri } }) : none
}

/** The options of fetching pages. */
export interface FetchPageConfig extends CallConfig {
  /** What happens if a row cannot be decoded: `error` (default) fails the page, `report` omits the row. */
  readonly onInvalidRow?: 'error' | 'report'
}

/** Creates a function that fetches pages of one list through one `Http`, without decoding them. */
export const fetchUndecoded = <A>(
  connection: Connection,
  http: Http,
  request: ListRequest<A>,
  config: FetchPageConfig,
): FetchUndecoded<A> => {
  const codec = envelope(request.resource)

  /** Decodes the rows of a page one by one, and omits rows that cannot be decoded. */
  const decodeEach = (body: unknown, response: HttpResponse, httpRequest: HttpRequest): DecodedPage<A> => {
    const undecoded = decodeBody(rawEnvelope, body, response, httpRequest)
    const { resources, rejected } = decodeRows(request.resource, undecoded.resources, () => true)
    emitRejected(connection.emit, httpRequest, rejected)
    return { ...undecoded, resources: [...resources], ...(rejected.length > 0 && { rejected }) }
  }

  const decodeAll = (body: unknown, response: HttpResponse, httpRequest: HttpRequest): DecodedPage<A> =>
    decodeBody(codec, body, response, httpRequest)

  const decodePage = config.onInvalidRow === 'report' ? decodeEach : decodeAll
  return (page = { number: 1 }) =>
    defer(() => {
      let userUuid: string | undefined
      const onUser = (uuid: string): void => {
        userUuid = uuid
      }
      const httpRequest = { ...toHttpRequest(connection, request, config, page), onUser }
      const { number } = page
      const numbers = adjacentPages(number)
      const { client, principal } = connection
      const { path, resource, subject } = request
      const createLink = (linkedNumber: number) => (uri: string) =>
        new PageLink({
          operation: request.operation,
          client,
          principal,
          path,
          subject,
          codec: resource,
          uri,
          requestUrl: httpRequest.url,
          number: linkedNumber,
        })
      return http(httpRequest).pipe(
        map((response) => {
          const body = parseBody(response, httpRequest)
          const unchecked = body as UncheckedBody
          const next = mapOption(createLink(numbers.next))(nextIn(unchecked))
          const decode = (): FetchedPage<A> => {
            const decoded = reportDifferingFields(connection, httpRequest, () =>
              decodePage(body, response, httpRequest),
            )
            return {
              resources: decoded.resources,
              next,
              previous: mapOption(createLink(numbers.previous))(previousUri(decoded)),
              number,
              httpRequest,
              ...(userUuid !== undefined && { userUuid }),
              ...(decoded.rejected && { rejected: decoded.rejected }),
              // Not a getter: V8 would create a hidden class for each page, which would hold the page in memory.
              serverTime: httpDate(response.headers.date),
            }
          }
          const isEmpty = unchecked?.resources?.length === 0
          return { number, next, httpRequest, isEmpty, decode }
        }),
      )
    })
}

/** Creates a function that fetches and decodes pages of one list through one `Http`. */
export const fetchPage = <A>(...list: Parameters<typeof fetchUndecoded<A>>): FetchPage<A> => {
  const fetch = fetchUndecoded<A>(...list)
  return (address) => fetch(address).pipe(map(({ decode }) => decode()))
}
