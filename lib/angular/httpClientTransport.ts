import {
  type HttpClient,
  HttpErrorResponse,
  HttpEventType,
  HttpHeaders,
  HttpRequest as AngularRequest,
  type HttpResponse as AngularResponse,
} from '@angular/common/http'
import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { catchError, filter, map, of, take, tap, throwError, throwIfEmpty } from 'rxjs'
import {
  DecodeError,
  type Http,
  type HttpRequest,
  type HttpResponse,
  isClientError,
  NetworkError,
  reveal,
  wireHeaders,
  wireUrl,
} from '../index.js'

/** What fetch is told and XHR cannot be: as the client's own transport has it. */
const fetchOptions = ({ cookies }: HttpRequest) =>
  ({
    redirect: 'manual',
    credentials: cookies === true ? 'same-origin' : 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }) as const

/** No answer goes into the page that a server renders, a token least of all; progress is for the bound of the body. */
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

/** Whether an answer is of the service that was asked: of its origin, and under its prefix. */
const isOfService = ({ baseUrl, url }: HttpRequest, answered: string | null): boolean => {
  const { origin, pathname } = new URL(answered ?? url, url)
  return origin === baseUrl.origin && pathname.startsWith(`${baseUrl.prefix}/`)
}

type Answered = AngularResponse<unknown> | HttpErrorResponse

/** The body's text; an interceptor may have answered with a value. */
const textOf = (response: Answered): string => {
  const body: unknown = 'body' in response ? response.body : response.error
  return typeof body === 'string' ? body : body === null || body === undefined ? '' : JSON.stringify(body)
}

/** The bytes of a text in UTF-8, counted only where they could be too many. */
const isLarger = (text: string, size: number): boolean =>
  text.length * 3 > size && new TextEncoder().encode(text).byteLength > size

/** The platform's code for a failure of fetch on Node, such as `ECONNREFUSED`. */
const codeOf = ({ error }: HttpErrorResponse): Option<string> => {
  const code = (error as { readonly cause?: { readonly code?: unknown } } | null)?.cause?.code
  return typeof code === 'string' && /^[A-Z0-9_]{1,48}$/.test(code) ? some(code) : none
}

/** Whether it tells of an answer: by its status, or as a redirect that the browser hides; nothing is wrong with either. */
const isAnswer = ({ status, error }: HttpErrorResponse): boolean => status > 0 || error === null

/**
 * `HttpClient` as a transport, through the interceptors of the app.
 *
 * Emits one answer, of any status, and completes. A body beyond `maxBodySize` is a `DecodeError`; what keeps an answer
 * from coming is a `NetworkError`. What an interceptor throws stays what it is, and `report` is told of it unless it is
 * a `ClientError`. Unsubscribing cancels the request.
 *
 * - `isFetch`: whether `HttpClient` sends by fetch, which follows no redirect. XHR follows them: an answer from outside
 *   the service is then one of status 0 without a body, as which a browser shows a redirect.
 */
export const httpClientTransport =
  (client: HttpClient, isFetch: boolean, report: (error: unknown) => void): Http =>
  (request) => {
    const refuseLarge = (isTooLarge: boolean): void => {
      if (isTooLarge) throw new DecodeError({ ...request, reason: 'too-large' })
    }
    const failure = (code: Option<string>) =>
      new NetworkError({ ...request, origin: new URL(request.url).origin, code })

    const toAnswer = (response: Answered): HttpResponse => {
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
          return isAnswer(error) ? of(error) : throwError(() => failure(codeOf(error)))
        if (!isClientError(error)) report(error)
        return throwError(() => error)
      }),
      map(toAnswer),
      take(1),
      throwIfEmpty(() => failure(none)),
    )
  }
