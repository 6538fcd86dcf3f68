import { isNone, none, type Option } from 'fp-ts/lib/Option.js'
import { catchError, concatMap, defer, type Observable, tap, throwError } from 'rxjs'
import { isClientError } from '../../error/ClientError.js'
import { RequestWithheld } from '../../error/RequestWithheld.js'
import { wrongOption } from '../../error/wrongOption.js'
import type { AccessToken } from '../../model/AccessToken.js'
import { redact, type Redacted, reveal } from '../../model/Redacted.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { mergeHeaders } from '../mergeHeaders.js'

/** Where the bearer tokens of one user come from. */
export interface TokenSource {
  /** One live token, for a request of this priority, interactive by default; waits for it for `patience` milliseconds at most. */
  readonly take: (patience: number, priority?: Priority) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly lives: (token: AccessToken) => boolean
  /** The service refused this token; answers whether another may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
  /** The service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

/** What proves who asks. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: Option<Redacted<string>>
}

const isUnauthorized = (error: unknown): boolean =>
  isClientError(error) && error._tag === 'StatusError' && error.status === 401

/** So many tokens may die while a request waits for its turn. */
const mostOutlived = 3

/** The request with these headers, which take the place of those of the same name. */
const withHeaders = (request: HttpRequest, headers: HttpRequest['headers']): HttpRequest => ({
  ...request,
  headers: mergeHeaders(request.headers, headers),
})

/**
 * Adds what a request must prove: the id alone to public ones, the secret to those of the application, the secret and a
 * bearer token to those of a user. A 401 drops the token that was used, and the request is sent once more with another,
 * if it is safe to send twice; a second 401 is the caller's. Requests wait for their turn `within` a policy; a token that
 * dies meanwhile does not leave: the request gives its turn back, and waits for the next with another token. After the
 * third it is a `RequestWithheld`.
 */
export const authorize =
  ({ clientId, clientSecret }: Credentials, tokens: TokenSource, within: Policy = (next) => next): Policy =>
  (next) =>
  (request) => {
    if (request.access === 'public') return within(next)(withHeaders(request, { 'Client-Id': clientId }))
    if (request.access === 'application' && isNone(clientSecret)) {
      const expected = `the application's secret, which ${request.operation} needs`
      return throwError(() => wrongOption('/clientSecret', expected))
    }
    const secret = isNone(clientSecret) ? {} : { 'Client-Secret': clientSecret.value }
    const proven = withHeaders(request, { 'Client-Id': clientId, ...secret })
    return request.access === 'application' ? within(next)(proven) : asUser(next, proven, tokens, within)
  }

const asUser = (next: Http, request: HttpRequest, tokens: TokenSource, within: Policy): Observable<HttpResponse> =>
  defer(() => {
    let isAlive = (): boolean => true
    let outlived = 0
    let isOutlived = false
    // Made once: so the policy knows a request that comes back.
    const waiting = within((proven) => {
      isOutlived = !isAlive()
      return isOutlived
        ? throwError(() => new RequestWithheld({ ...request, reason: 'budget', retryAfter: none }))
        : next(proven)
    })
    const attempt = (onRefused: (error: unknown) => Observable<HttpResponse>): Observable<HttpResponse> =>
      defer(() => tokens.take(request.timeout, request.priority)).pipe(
        concatMap((token) => {
          isAlive = () => tokens.lives(token)
          const bearer = redact(`Bearer ${reveal(token.access_token)}`)
          return waiting(withHeaders(request, { Authorization: bearer })).pipe(
            tap(() => {
              tokens.accept(token)
            }),
            catchError((error: unknown) => {
              if (isOutlived && ++outlived < mostOutlived) return attempt(onRefused)
              return isUnauthorized(error) && tokens.refuse(token) && request.safe
                ? onRefused(error)
                : throwError(() => error)
            }),
          )
        }),
      )
    return attempt(() => attempt((error) => throwError(() => error)))
  })
