import { isPlatformServer } from '@angular/common'
import {
  HttpRequest as AngularRequest,
  type HttpResponse as AngularResponse,
  FetchBackend,
  HttpBackend,
  HttpClient,
  HttpErrorResponse,
  HttpEventType,
  HttpHeaders,
  HttpXhrBackend,
} from '@angular/common/http'
import { ErrorHandler, inject, PLATFORM_ID } from '@angular/core'
import { catchError, filter, map, of, take, tap, throwError, throwIfEmpty } from 'rxjs'
import { isClientError } from '../../base/error/ClientError.js'
import { DecodeError } from '../../base/error/DecodeError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../../http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'
import { toClientError } from '../../http/toClientError.js'
import type { RxBankFeature } from './provideRxBank.js'
import { RXBANK_HTTP } from './RXBANK.js'
import { wrongArgument } from './wrongArgument.js'

/** Fetch options that XHR lacks, with the same values as in the client's own transport. */
const fetchOptions = ({ cookies }: HttpRequest) =>
  ({
    redirect: 'manual',
    credentials: cookies === true ? 'same-origin' : 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }) as const

/**
 * The request for `HttpClient`. `transferCache: false` keeps responses, such as tokens, out of server-rendered pages.
 */
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

/** Whether the URL of a response has the origin and the prefix of the service. */
const isFromService = ({ baseUrl, url }: HttpRequest, responseUrl: string | null): boolean => {
  const { origin, pathname } = new URL(responseUrl ?? url, url)
  return origin === baseUrl.origin && pathname.startsWith(`${baseUrl.prefix}/`)
}

type AnyResponse = AngularResponse<unknown> | HttpErrorResponse

/** The body as text; if an interceptor has answered with another value, its JSON. */
const readBody = (response: AnyResponse): string => {
  const body: unknown = 'body' in response ? response.body : response.error
  return typeof body === 'string' ? body : body === null || body === undefined ? '' : JSON.stringify(body)
}

/**
 * Whether a string has more than `size` bytes in UTF-8. Encodes the string only if three bytes per character, the
 * maximum, would exceed `size`.
 */
const isLarger = (text: string, size: number): boolean =>
  text.length * 3 > size && new TextEncoder().encode(text).byteLength > size

/** Whether the service answered. Browsers hide a redirect: it has status 0 and `error: null`. */
const isResponse = ({ status, error }: HttpErrorResponse): boolean => status > 0 || error === null

/**
 * `HttpClient` as a transport, through the interceptors of the app.
 *
 * Emits one response, of any status, and completes. Errors with a `DecodeError` for a body larger than `maxBodySize`,
 * with a `NetworkError` if there is no response, or with a `ConfigError` if the URL is not absolute. An error that an
 * interceptor throws is passed on unchanged; `report` receives it too, unless it is a `ClientError`. Unsubscribing
 * aborts the request.
 *
 * - `isFetch`: whether `HttpClient` uses fetch, which follows no redirect. XHR follows redirects. If one leads away
 *   from the service, the transport emits status 0 and no body, as for a redirect that fetch hides.
 */
const httpClientTransport =
  (client: HttpClient, isFetch: boolean, report: (error: unknown) => void): Http =>
  (request) => {
    const throwIfTooLarge = (isTooLarge: boolean): void => {
      if (isTooLarge) throw new DecodeError({ ...request, reason: 'too-large' })
    }
    const toResponse = (response: AnyResponse): HttpResponse => {
      const { headers, status, url } = response
      if (!isFromService(request, url)) return { status: 0, headers: {}, body: '' }
      const body = readBody(response)
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
          return isResponse(error) ? of(error) : throwError(() => toClientError(error.error, request))
        if (!isClientError(error)) report(error)
        return throwError(() => error)
      }),
      map(toResponse),
      take(1),
      throwIfEmpty(() => toClientError(undefined, request)),
    )
  }

declare const ngServerMode: boolean | undefined

/**
 * On a server XHR would send the credentials to any redirect target. `ngServerMode` removes this code from browsers.
 */
const refuseXhr = (backend: HttpBackend): void => {
  if (typeof ngServerMode === 'undefined' || !ngServerMode) return
  if (isPlatformServer(inject(PLATFORM_ID)) && backend instanceof HttpXhrBackend) {
    throw wrongArgument('/http', 'HttpClient with fetch on a server: provideHttpClient(withFetch())')
  }
}

/**
 * Sends the client's requests through Angular's `HttpClient`, and so through the app's interceptors. `HttpClient` must
 * be provided.
 *
 * The client receives responses of any status; unsubscribing cancels the request. With `withFetch()` no redirect is
 * followed. XHR follows redirects, and a response from outside the service is then a `StatusError` of status 0. On a
 * server XHR is refused with a `ConfigError`, and responses are not added to the page. If an interceptor throws a value
 * that is neither a client error nor an `HttpErrorResponse`, the `ErrorHandler` receives it, and the request errors
 * with a `NetworkError`.
 *
 * @example
 * import { provideHttpClient } from '@angular/common/http'
 * import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing'
 * import { TestBed } from '@angular/core/testing'
 * import { documentedProfile } from 'rxbank'
 * import { injectRxBank, provideRxBank, withHttpClient } from 'rxbank/angular'
 *
 * const config = { profile: documentedProfile, gateway: 'https://app.example/api/bank' }
 * TestBed.configureTestingModule({
 *   providers: [provideHttpClient(), provideHttpClientTesting(), provideRxBank(config, withHttpClient())],
 * })
 * const client = TestBed.runInInjectionContext(() => injectRxBank<typeof config>())
 * const banks: Array<unknown> = []
 * client.banks.all().subscribe((bank) => banks.push(bank))
 * const sent = TestBed.inject(HttpTestingController).expectOne('https://app.example/api/bank/v2/banks')
 * sent.flush('{"resources":[{"id":1,"name":"A bank"}]}')
 * assert.deepStrictEqual(banks, [{ id: 1, name: 'A bank' }])
 */
export const withHttpClient = (): RxBankFeature => ({
  providers: [
    {
      provide: RXBANK_HTTP,
      useFactory: () => {
        const backend = inject(HttpBackend)
        refuseXhr(backend)
        const errors = inject(ErrorHandler)
        return httpClientTransport(inject(HttpClient), backend instanceof FetchBackend, (error) =>
          errors.handleError(error),
        )
      },
    },
  ],
})
