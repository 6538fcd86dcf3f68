import { isPlatformServer } from '@angular/common'
import { FetchBackend, HttpBackend, HttpClient, HttpXhrBackend } from '@angular/common/http'
import { ErrorHandler, inject, PLATFORM_ID } from '@angular/core'
import { httpClientTransport } from './httpClientTransport.js'
import type { RxBankFeature } from './provideRxBank.js'
import { RXBANK_HTTP } from './RXBANK.js'
import { wrongArgument } from './wrongArgument.js'

declare const ngServerMode: boolean | undefined

/** On a server XHR would send the credentials to any redirect target. `ngServerMode` removes this code from browsers. */
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
 * The client receives answers of any status; unsubscribing cancels the request. With `withFetch()` no redirect is
 * followed. XHR follows redirects, and an answer from outside the service is then a `StatusError` of status 0. On a server
 * XHR is refused with a `ConfigError`, and answers are not added to the page. If an interceptor throws a value that is
 * neither a client error nor an `HttpErrorResponse`, the `ErrorHandler` receives it, and the request errors with a
 * `NetworkError`.
 *
 * @example
 * import { provideHttpClient } from '@angular/common/http'
 * import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing'
 * import { TestBed } from '@angular/core/testing'
 * import { injectRxBank, provideRxBank, withHttpClient } from 'rxbank/angular'
 *
 * const config = { gateway: 'https://app.example/api/bank' }
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
