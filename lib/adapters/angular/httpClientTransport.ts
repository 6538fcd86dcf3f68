import {
  HttpRequest as AngularRequest,
  type HttpResponse as AngularResponse,
  type HttpClient,
  HttpErrorResponse,
  HttpEventType,
  HttpHeaders,
} from '@angular/common/http'
import { catchError, filter, map, of, take, tap, throwError, throwIfEmpty } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../../http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { toClientError } from '../../http/toClientError.js'

/** Fetch options that XHR lacks, with the same values as in the client's own transport. */
const fetchOptions = ({ cookies }: HttpRequest) =>
  ({
    redirect: 'manual',
    credentials: cookies === true ? 'same-origin' : 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }) as const

/** The request for `HttpClient`. `transferCache: false` keeps answers, such as tokens, out of server-rendered pages. */
const toAngular = (request: HttpRequest, isFetch: boolean): AngularRequest<unknown> =>
  new AngularRequest<unknown>(
    request.method,
    wireUrl(request),
    request.body._tag === 'Some' ? reveal(request.body.value) : null,
    {
      headers: new HttpHeaders(wireHeaders(request)),
      responseType: 'text',
      reportProgress: true,
      ...(isFetch ? fetchOptions(request) : {}),
      transferCache: false,
    },
  )

/** Whether the URL of an answer has the origin and the prefix of the service. */
const isFromService = ({ baseUrl, url }: HttpRequest, answerUrl: string | null): boolean => {
  const { origin, pathname } = new URL(answerUrl ?? url, url)
  return origin === baseUrl.origin && pathname.startsWith(`${baseUrl.prefix}/`)
}

type AnyResponse = AngularResponse<unknown> | HttpErrorResponse

/** The body as text; if an interceptor has answered with another value, its JSON. */
const textOf = (response: AnyResponse): string => {
  const body: unknown = 'body' in response ? response.body : response.error
  return typeof body === 'string' ? body : body === null || body === undefined ? '' : JSON.stringify(body)
}

/**
 * Whether a string has more than `size` bytes in UTF-8. Encodes the string only if three bytes per character, the maximum,
 * would exceed `size`.
 */
const isLarger = (text: string, size: number): boolean =>
  text.length * 3 > size && new TextEncoder().encode(text).byteLength > size

/** Whether the service answered. Browsers hide a redirect: it has status 0 and `error: null`. */
const isAnswer = ({ status, error }: HttpErrorResponse): boolean => status > 0 || error === null

/**
 * `HttpClient` as a transport, through the interceptors of the app.
 *
 * Emits one answer, of any status, and completes. Errors with a `DecodeError` for a body larger than `maxBodySize`, with
 * a `NetworkError` if there is no answer, or with a `ConfigError` if the URL is not absolute. An error that an
 * interceptor throws is passed on unchanged; `report` receives it too, unless it is a `ClientError`. Unsubscribing
 * aborts the request.
 *
 * - `isFetch`: whether `HttpClient` uses fetch, which follows no redirect. XHR follows redirects. If one leads away
 *   from the service, the transport emits status 0 and no body, as for a redirect that fetch hides.
 */
export const httpClientTransport =
  (client: HttpClient, isFetch: boolean, report: (error: unknown) => void): Http =>
  (request) => {
    const throwIfTooLarge = (isTooLarge: boolean): void => {
      if (isTooLarge) throw new DecodeError({ ...request, reason: 'too-large' })
    }
    const toResponse = (response: AnyResponse): HttpResponse => {
      const { headers, status, url } = response
      if (!isFromService(request, url)) return { status: 0, headers: {}, body: '' }
      const body = textOf(response)
      throwIfTooLarge(isLarger(body, request.maxBodySize))
      const pairs = headers.keys().map((name) => [name.toLowerCase(), headers.getAll(name)?.join(', ') ?? ''] as const)
      return { status, headers: Object.fromEntries(pairs), body }
    }

    if (!URL.canParse(request.url)) return throwError(() => toClientError(undefined, request))
    return client.request(toAngular(request, isFetch)).pipe(
      tap((event) =>
        throwIfTooLarge(event.type === HttpEventType.DownloadProgress && event.loaded > request.maxBodySize),
      ),
      filter((event) => event.type === HttpEventType.Response),
      catchError((error: unknown) => {
        if (error instanceof HttpErrorResponse)
          return isAnswer(error) ? of(error) : throwError(() => toClientError(error.error, request))
        if (!isClientError(error)) report(error)
        return throwError(() => error)
      }),
      map(toResponse),
      take(1),
      throwIfEmpty(() => toClientError(undefined, request)),
    )
  }
