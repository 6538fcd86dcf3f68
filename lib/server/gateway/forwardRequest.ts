import { chain, type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { isNone, isSome, type Option, some } from 'fp-ts/lib/Option.js'
import { catchError, concat, concatMap, defer, EMPTY, map, type Observable, Subject, takeUntil, throwError } from 'rxjs'
import { noContent } from '../../base/codec/noContent.js'
import { object } from '../../base/codec/object.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { isServiceStatus } from '../../base/error/foreignResponse.js'
import { PagingError, type PagingReason } from '../../base/error/PagingError.js'
import type { ClientInternals } from '../../client/clientInternals.js'
import { principalOf } from '../../client/userIdentity.js'
import { adjacentPages } from '../../http/adjacentPages.js'
import { pathUrl, resolveLink } from '../../http/baseUrl.js'
import type { Connection } from '../../http/Connection.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { httpDate } from '../../http/retryAfter.js'
import { type PageAddress, toHttpRequest } from '../../http/toHttpRequest.js'
import type { RequestLine } from '../../service/api/Request.js'
import type { UserIdentity } from '../../service/api/userRequests.js'
import { nextUri, previousUri, rawEnvelope } from '../../service/model/Envelope.js'
import { operationTable } from '../../service/profile/operations.js'
import { decodeResponse } from '../../streams/send/decodeResponse.js'
import { type GatewayResponse, successResponse } from './GatewayResponse.js'
import type { Handles, Link } from './handles.js'
import type { GatewayRequest } from './readGatewayRequest.js'
import { Refusal, withheld } from './toRefusal.js'

const maxLinkLength = 8192

/**
 * The longest wait for a limit, in milliseconds, of a request that stays in the client's queue. For a longer one the
 * browser gets a 429 with `Retry-After`, so that a page can show how long it waits.
 */
const maxLimitWait = 5000

/**
 * The refusal of an unknown handle: it belongs to another user or list, has expired, or is older than the last restart.
 */
const unknownHandle = new Refusal(
  410,
  'handle_lost',
  'The handle of this page is no longer valid: read the list again from its first page.',
)

/** The link to which the `handle` of the query refers; `undefined` if the query has none. */
const linkOf = (handles: Handles, principal: string, { path, query }: GatewayRequest): Link | undefined => {
  const handle = query.get('handle') as string | undefined
  if (handle === undefined) return undefined
  const link = handles.find(principal, path, handle)
  if (isNone(link)) throw unknownHandle
  return link.value
}

/** The address of a linked page; throws if the service's link was refused. */
const addressOf = ({ number, url }: Link, operation: string): Required<PageAddress> => {
  if (isLeft(url)) throw new PagingError({ operation, page: some(number), reason: url.left })
  return { number, url: url.right }
}

/**
 * Whether the service can respond with 404 only because the user was deleted: the request is for a list that needs no
 * activation, and names no page and no other resource.
 */
const isOfUserAlone = ({ operation: { response, key }, query }: GatewayRequest): boolean =>
  response === 'list' &&
  !('needsActivation' in operationTable[key]) &&
  Array.from(query.keys()).every((name) => name !== 'handle' && !name.endsWith('_id'))

/** The URL of a link in a list. A link to anything except another page of this list is a `foreign-link`. */
const neighbourUrl = ({ baseUrl, query }: Connection, { path }: RequestLine, requestUrl: string, uri: string) =>
  chain((url: string): Either<PagingReason, string> =>
    url.split('?', 1)[0] === pathUrl(baseUrl, path) ? right(url) : left('foreign-link'),
  )(resolveLink(baseUrl, requestUrl, uri, query))

/** The page for the browser: the resources as received, with handles instead of links. */
const pageOf = (
  response: HttpResponse,
  request: HttpRequest,
  number: number,
  toHandle: (to: number, uri: string) => string,
) => {
  const page = decodeResponse(rawEnvelope, response, request)
  const { previous, next } = adjacentPages(number)
  const link = (to: number, uri: Option<string>) => (isSome(uri) ? toHandle(to, uri.value) : null)
  return {
    resources: page.resources,
    pagination: {
      previous_uri: link(previous, previousUri(page)),
      next_uri: link(next, nextUri(page)),
    },
  }
}

/** The response with the service's JSON. JSON that is nested too deeply for `JSON.stringify` is a `DecodeError`. */
const toGatewayResponse = (
  value: unknown,
  date: string | undefined,
  profile: string,
  request: HttpRequest,
): GatewayResponse => {
  try {
    return successResponse(value, date, profile)
  } catch {
    const issues = [{ path: '', expected: 'JSON that is nested less deeply' }]
    throw new DecodeError({ ...request, reason: 'shape', issues })
  }
}

/**
 * Sends a user's request to the service once, because the browser's client retries. The wait for a token and the
 * request may each take `timeout` milliseconds.
 *
 * A user may be deleted and created again under the same identity. So a handle is valid only for the user whose token
 * has read its list. If the service does not find the user of the cached token, the token is dropped, and the request
 * is sent once more.
 *
 * Cold. Emits one response and completes; errors with a `Refusal` or a `ClientError`. Unsubscribing aborts the request.
 */
export const forwardRequest = (
  { settings, connection: connect, tokens: tokensOf }: ClientInternals,
  handles: Handles,
  user: UserIdentity,
  gatewayRequest: GatewayRequest,
  timeout: number,
): Observable<GatewayResponse> =>
  defer(() => {
    const { operation, path, priority } = gatewayRequest
    const principal = principalOf(user)
    const requestLine = operation.request(gatewayRequest)
    const link = linkOf(handles, principal, gatewayRequest)
    const requestTimeout = Math.min(timeout, settings.timeout)
    const isPublic = requestLine.access === 'public'
    const connection = isPublic ? connect() : connect(user)

    const sendTo = (address: Required<PageAddress> | undefined): Observable<GatewayResponse> => {
      const page = operation.response === 'list' ? (address ?? { number: 1 }) : undefined
      let userUuid: string | undefined
      const onUser = (uuid: string): void => {
        userUuid = uuid.toLowerCase()
      }
      const refusal$ = new Subject<never>()
      const onWait = (wait: number): void => {
        if (wait > maxLimitWait) refusal$.error(withheld(wait))
      }
      const callConfig = { timeout: requestTimeout, onWait }
      const request = { ...toHttpRequest(connection, requestLine, callConfig, page), onUser, priority }

      const toHandle = (number: number, uri: string): string => {
        const url =
          uri.length > maxLinkLength
            ? left('malformed-link' as const)
            : neighbourUrl(connection, requestLine, request.url, uri)
        return `${path}?handle=${handles.getHandle(principal, { path, userUuid, number, url })}`
      }

      return connection.httpOnce(request).pipe(
        takeUntil(refusal$),
        map((response) => {
          if (link !== undefined && link.userUuid !== userUuid) throw unknownHandle
          const { date } = response.headers
          const value =
            page === undefined
              ? (decodeResponse<object | undefined>(
                  operation.response === 'nothing' ? noContent : object,
                  response,
                  request,
                ) ?? {})
              : pageOf(response, request, page.number, toHandle)
          return toGatewayResponse(value, isSome(httpDate(date)) ? date : undefined, settings.profile.name, request)
        }),
      )
    }

    /** Completes if the token in use belongs to the user of a link, and errors with a 410 otherwise. */
    const requireUserOf = ({ userUuid }: Link): Observable<never> =>
      tokensOf(user)
        .take(requestTimeout, priority)
        .pipe(
          concatMap((token) => (token.user.uuid.toLowerCase() === userUuid ? EMPTY : throwError(() => unknownHandle))),
        )

    const sendLinked = (linked: Link): Observable<GatewayResponse> => {
      const send$ = defer(() => sendTo(addressOf(linked, requestLine.operation)))
      if (isPublic) return send$
      // The service may have refused the token of the old user, and then the old user's link with the new user's token.
      const sendChecked$ = send$.pipe(
        catchError((error: unknown) =>
          concat(
            requireUserOf(linked),
            throwError(() => error),
          ),
        ),
      )
      return concat(requireUserOf(linked), sendChecked$)
    }

    if (link !== undefined) return sendLinked(link)
    return sendTo(undefined).pipe(
      catchError((error: unknown) => {
        if (isPublic || !isServiceStatus(error, 404) || !isOfUserAlone(gatewayRequest)) return throwError(() => error)
        tokensOf(user).invalidate()
        return sendTo(undefined)
      }),
    )
  })
