import {
  HttpRequest as AngularRequest,
  type HttpResponse as AngularResponse,
  type HttpClient,
  HttpErrorResponse,
  HttpEventType,
  HttpHeaders,
} from '@angular/common/http'
import { catchError, filter, map, of, take, tap, throwError, throwIfEmpty } from 'rxjs'
import {
  DecodeError,
  type Http,
  type HttpRequest,
  type HttpResponse,
  isClientError,
  reveal,
  toClientError,
  wireHeaders,
  wireUrl,
} from '../../index.js'

/** Options of fetch that XHR does not have; they are those of the client's own transport. */
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
const isOfService = ({ baseUrl, url }: HttpRequest, answerUrl: string | null): boolean => {
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
 * Whether a text has more than `size` bytes in UTF-8. Bytes are counted only if three per character would be too many.
 */
const isLarger = (text: string, size: number): boolean =>
  text.length * 3 > size && new TextEncoder().encode(text).byteLength > size

/** Whether an error response is an answer of the service: one with a status, or a redirect, which browsers hide. */
const isAnswer = ({ status, error }: HttpErrorResponse): boolean => status > 0 || error === null

/**
 * `HttpClient` as a transport, through the interceptors of the app.
 *
 * Emits one answer, of any status, and completes. Errors with a `DecodeError` for a body beyond `maxBodySize`, and with
 * a `NetworkError` if there is no answer. An error of an interceptor passes unchanged; `report` receives it too, unless
 * it is a `ClientError`. Unsubscribing aborts the request.
 *
 * - `isFetch`: whether `HttpClient` uses fetch, which follows no redirect. XHR follows redirects: an answer from outside
 *   the service then becomes one of status 0 without a body, like a redirect that a browser hides.
 */
export const httpClientTransport =
  (client: HttpClient, isFetch: boolean, report: (error: unknown) => void): Http =>
  (request) => {
    const refuseLarge = (isTooLarge: boolean): void => {
      if (isTooLarge) throw new DecodeError({ ...request, reason: 'too-large' })
    }
    const toAnswer = (response: AnyResponse): HttpResponse => {
      const { headers, status, url } = response
      if (!isOfService(request, url)) return { status: 0, headers: {}, body: '' }
      const body = textOf(response)
      refuseLarge(isLarger(body, request.maxBodySize))
      const pairs = headers.keys().map((name) => [name.toLowerCase(), headers.getAll(name)?.join(', ') ?? ''] as const)
      return { status, headers: Object.fromEntries(pairs), body }
    }

    return client.request(toAngular(request, isFetch)).pipe(
      tap((event) => refuseLarge(event.type === HttpEventType.DownloadProgress && event.loaded > request.maxBodySize)),
      filter((event) => event.type === HttpEventType.Response),
      catchError((error: unknown) => {
        if (error instanceof HttpErrorResponse)
          return isAnswer(error) ? of(error) : throwError(() => toClientError(error.error, request))
        if (!isClientError(error)) report(error)
        return throwError(() => error)
      }),
      map(toAnswer),
      take(1),
      throwIfEmpty(() => toClientError(undefined, request)),
    )
  }
