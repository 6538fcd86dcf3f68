import '@angular/compiler'
import { provideHttpClient, withFetch } from '@angular/common/http'
import { TestBed } from '@angular/core/testing'
import { RXBANK_HTTP } from '../../lib/adapters/angular/RXBANK.js'
import { withHttpClient } from '../../lib/adapters/angular/withHttpClient.js'
import type { Http } from '../../lib/http/Http.js'
import { angular } from './testBed.js'

beforeEach(() => {
  angular('browser', provideHttpClient(withFetch()), ...withHttpClient().providers)
})

/** Angular's `HttpClient` as a transport, over the fetch of Node. */
export const transport: Http = (request) => TestBed.inject(RXBANK_HTTP)(request)
