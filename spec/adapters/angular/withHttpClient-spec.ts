import '@angular/compiler'
import {
  HTTP_INTERCEPTORS,
  HttpErrorResponse,
  type HttpEvent,
  HttpEventType,
  type HttpInterceptorFn,
  type HttpRequest,
  HttpResponse,
  provideHttpClient,
  withFetch,
  withInterceptors,
  withInterceptorsFromDi,
} from '@angular/common/http'
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing'
import { EnvironmentInjector, ErrorHandler } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, firstValueFrom, type Observable, of, throwError, toArray } from 'rxjs'
import { provideRxBank, RXBANK, type RxBankConfig, withFullClient, withHttpClient } from '../../../lib/angular.js'
import { type Client, ConfigError, NetworkError } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { lastingToken } from '../../helpers/scripted.js'
import { angular } from '../../helpers/testBed.js'

const config = {
  profile: documentedProfile,
  baseUrl: 'https://bank.example/tenant',
  clientId: 'id',
  retry: { count: 0 },
}
const banks = '{"resources":[{"id":1,"name":"Crédit"}],"pagination":{"next_uri":null}}'

const client = () => TestBed.inject(RXBANK) as Client
const testing = () => TestBed.inject(HttpTestingController)

/** Angular with a client, and what tests a request of `HttpClient`. */
const withTesting = (given: Partial<RxBankConfig> = {}, ...interceptors: Array<HttpInterceptorFn>): void => {
  angular(
    'browser',
    provideHttpClient(withInterceptors(interceptors)),
    provideHttpClientTesting(),
    provideRxBank({ ...config, ...given } as RxBankConfig, withFullClient(), withHttpClient()),
  )
}

/** What a stream tells, values or its error. */
const reported = (stream: Observable<unknown>) => {
  const seen: Array<unknown> = []
  const subscription = stream.subscribe({
    next: (value) => seen.push(value),
    error: (error) => seen.push(error),
    complete: () => seen.push('end'),
  })
  return { seen, subscription }
}

describe('withHttpClient', () => {
  afterEach(() => {
    testing().verify()
  })

  it('asks by HttpClient, for text, and nothing before it is subscribed to', () => {
    withTesting()
    const stream = client().banks.all({ limit: 2 })
    testing().expectNone(() => true)
    const { seen } = reported(stream)
    const asked = testing().expectOne('https://bank.example/tenant/v2/banks?limit=2')
    expect(asked.request).toMatchObject({ method: 'GET', responseType: 'text', body: null, withCredentials: false })
    asked.flush(banks)
    expect(seen).toMatchObject([{ id: 1, name: 'Crédit' }, 'end'])
  })

  it('follows links byte for byte', () => {
    withTesting()
    const { seen } = reported(client().banks.all())
    const next = '/v2/banks?after=a+b%2B%2F&x=%20&z=&=&k'
    testing()
      .expectOne((request) => request.url.includes('/v2/banks'))
      .flush(`{"resources":[],"pagination":{"next_uri":"${next}"}}`)
    testing().expectOne(`https://bank.example/tenant${next}`).flush(banks)
    expect(seen).toMatchObject([{ id: 1 }, 'end'])
  })

  it('opens secrets on the wire, and keeps answers out of what a server hands to a page', () => {
    withTesting({ clientSecret: 's3cr3t' })
    reported(client().user({ externalUserId: 'A6J' }).accounts.all())
    const authentication = testing().expectOne('https://bank.example/tenant/v2/authenticate')
    expect(authentication.request.headers.get('Client-Secret')).toBe('s3cr3t')
    expect(authentication.request).toMatchObject({ method: 'POST', transferCache: false })
    expect(JSON.parse(authentication.request.body as string)).toEqual({ external_user_id: 'A6J' })
    expect(authentication.request.headers.get('Content-Type')).toBe('application/json')
    authentication.flush(
      JSON.stringify({
        access_token: 't0k3n',
        expires_at: '9999-12-31T00:00:00Z',
        user: { uuid: lastingToken().user.uuid },
      }),
    )
    const list = testing().expectOne((request) => request.url.includes('/v2/accounts'))
    expect(list.request.headers.get('Authorization')).toBe('Bearer t0k3n')
    expect(list.request.transferCache).toBe(false)
    list.flush('{"resources":[]}')
  })

  it('cancels when it is unsubscribed from', () => {
    withTesting()
    const { seen, subscription } = reported(client().banks.all())
    const asked = testing().expectOne(() => true)
    subscription.unsubscribe()
    expect([asked.cancelled, seen]).toEqual([true, []])
  })

  it('lets the status policy judge an answer, whatever its status', () => {
    withTesting()
    const { seen } = reported(client().banks.all())
    const headers = { 'Retry-After': '7' }
    testing()
      .expectOne(() => true)
      .flush('{"type":"too_many_requests","message":"no"}', { status: 429, statusText: 'x', headers })
    expect(seen).toMatchObject([
      { _tag: 'StatusError', status: 429, type: { value: 'too_many_requests' }, retryAfter: { value: 7000 } },
    ])
  })

  it('makes a NetworkError of a request that was not answered', () => {
    withTesting()
    const { seen } = reported(client().banks.all())
    testing()
      .expectOne(() => true)
      .error(new Event('error') as ProgressEvent)
    expect(seen).toEqual([
      new NetworkError({
        operation: 'banks.list',
        page: some(1),
        origin: 'https://bank.example',
        code: none,
      }),
    ])
  })

  it('stops a body as soon as it is too large', () => {
    withTesting({ maxBodySize: 1000 })
    const { seen } = reported(client().banks.all())
    const asked = testing().expectOne(() => true)
    asked.event({ type: HttpEventType.DownloadProgress, loaded: 1000 })
    expect(seen).toEqual([])
    asked.event({ type: HttpEventType.DownloadProgress, loaded: 1001 })
    expect(seen).toMatchObject([{ _tag: 'DecodeError', reason: 'too-large' }])
    expect(asked.cancelled).toBe(true)
  })

  it.each([
    ['fits', 3000, 'end'],
    ['is too large', 2999, { _tag: 'DecodeError', reason: 'too-large' }],
  ])('counts the bytes of a text of three each that %s', (_, maxBodySize, last) => {
    withTesting({ maxBodySize })
    const { seen } = reported(client().banks.all())
    const empty = '{"resources":[]}'
    const filled = `{"x":"${'銀'.repeat(900)}",${empty.slice(1)}`.padEnd(3000 - 1800)
    expect(Buffer.byteLength(filled)).toBe(3000)
    testing()
      .expectOne(() => true)
      .flush(filled)
    expect(seen.at(-1)).toEqual(typeof last === 'string' ? last : expect.objectContaining(last))
  })
})

describe('withHttpClient: where an answer comes from', () => {
  /** What comes of an answer whose request has ended at a URL, in the end. */
  const answered = (url: string, status: number): unknown => {
    const elsewhere: HttpInterceptorFn = () => {
      const init = { url, status, statusText: 'x' }
      return status === 200
        ? of(new HttpResponse({ ...init, body: banks }))
        : throwError(() => new HttpErrorResponse({ ...init, error: 'elsewhere-canary' }))
    }
    withTesting({}, elsewhere)
    return reported(client().banks.all()).seen.at(-1)
  }

  it.each(['https://bank.example/tenant/v2/banks', 'https://bank.example/tenant/other', ''])(
    'takes one of %p',
    (url) => {
      expect(answered(url, 200)).toBe('end')
      TestBed.resetTestingModule()
      expect(answered(url, 404)).toMatchObject({ _tag: 'StatusError', status: 404 })
    },
  )

  it.each([
    'https://evil.example/tenant/v2/banks',
    'http://bank.example/tenant/v2/banks',
    'https://bank.example:444/tenant/v2/banks',
    'https://bank.example/login',
    'https://bank.example/tenant2/v2/banks',
    'https://bank.example/v2/banks',
  ])('takes none of %s: it is a redirect as a browser shows it', (url) => {
    expect(answered(url, 200)).toMatchObject({ _tag: 'StatusError', status: 0 })
    TestBed.resetTestingModule()
    const error = answered(url, 500)
    expect(error).toMatchObject({ _tag: 'StatusError', status: 0 })
    expect(JSON.stringify(error)).not.toContain('canary')
  })
})

describe('withHttpClient: interceptors', () => {
  it('see each request, and what they add goes along', () => {
    withTesting({}, (request, next) => next(request.clone({ setHeaders: { 'X-App': '1' } })))
    reported(client().banks.all())
    const asked = testing().expectOne(() => true)
    expect(asked.request.headers.get('X-App')).toBe('1')
    expect(asked.request.headers.get('Client-Id')).toBe('id')
    asked.flush(banks)
  })

  it('may be classes', () => {
    const seen: Array<string> = []
    const interceptor = {
      intercept: (request: HttpRequest<unknown>): Observable<HttpEvent<unknown>> => {
        seen.push(request.url)
        return of(new HttpResponse({ status: 200, body: banks }))
      },
    }
    angular(
      'browser',
      provideHttpClient(withInterceptorsFromDi()),
      { provide: HTTP_INTERCEPTORS, useValue: interceptor, multi: true },
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    expect(reported(client().banks.all()).seen).toMatchObject([{ id: 1 }, 'end'])
    expect(seen).toEqual(['https://bank.example/tenant/v2/banks'])
  })

  it.each([
    ['a value', JSON.parse(banks), 200, 'end'],
    ['nothing', null, 200, { _tag: 'NetworkError' }],
    ['an error without a body', undefined, 503, { _tag: 'StatusError', status: 503 }],
  ])('may answer with %s', (_, body: unknown, status, last) => {
    withTesting({}, () =>
      status === 200
        ? of(new HttpResponse({ status, body }))
        : throwError(() => new HttpErrorResponse({ status, error: body })),
    )
    const { seen } = reported(client().banks.all())
    expect(seen.at(-1)).toEqual(typeof last === 'string' ? last : expect.objectContaining(last))
  })

  it('that end without an answer leave none', () => {
    withTesting({}, () => EMPTY)
    expect(reported(client().banks.all()).seen).toMatchObject([{ _tag: 'NetworkError' }])
  })

  it('that throw are told of to the ErrorHandler, for the client speaks of the network alone', () => {
    const bug = new TypeError('request.foo is undefined')
    const handleError = jest.fn()
    angular(
      'browser',
      provideHttpClient(withInterceptors([() => throwError(() => bug)])),
      { provide: ErrorHandler, useValue: { handleError } },
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    expect(reported(client().banks.all()).seen).toMatchObject([{ _tag: 'NetworkError' }])
    expect(handleError.mock.calls).toEqual([[bug]])
  })

  it('may fail with an error of the client’s own', () => {
    const own = new ConfigError({ issues: [{ path: '/session', expected: 'a login' }] })
    const handleError = jest.fn()
    angular(
      'browser',
      provideHttpClient(withInterceptors([() => throwError(() => own)])),
      { provide: ErrorHandler, useValue: { handleError } },
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    expect(reported(client().banks.all()).seen).toEqual([own])
    expect(handleError).not.toHaveBeenCalled()
  })
})

describe('withHttpClient: by fetch', () => {
  const fetch = jest.spyOn(globalThis, 'fetch')
  afterEach(() => fetch.mockReset())
  afterAll(() => {
    fetch.mockRestore()
  })

  /** What is told when fetch answers so. */
  const answered = async (response: Response | Error, given: object = {}): Promise<unknown> => {
    if (response instanceof Error) fetch.mockRejectedValue(response)
    else fetch.mockResolvedValue(response)
    angular(
      'browser',
      provideHttpClient(withFetch()),
      provideRxBank({ ...config, ...given }, withFullClient(), withHttpClient()),
    )
    return firstValueFrom(client().banks.all().pipe(toArray())).catch((error: unknown) => error)
  }

  it('follows no redirect, keeps nothing, and tells the service neither cookies nor the page', async () => {
    expect(await answered(new Response(banks))).toMatchObject([{ id: 1 }])
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
  })

  it('takes the cookies of its origin along to a gateway', async () => {
    const given = { baseUrl: undefined, clientId: undefined, gateway: 'https://app.example/api/bank' }
    expect(await answered(new Response(banks), given)).toMatchObject([{ id: 1 }])
    expect(fetch.mock.calls[0]).toMatchObject([
      'https://app.example/api/bank/v2/banks',
      { credentials: 'same-origin', headers: { 'RxBank-Gateway': 'interactive' } },
    ])
  })

  it('shows the status 0 of a redirect that the browser hides', async () => {
    const hidden = Object.create(Response.prototype, {
      ...Object.getOwnPropertyDescriptors({ status: 0, statusText: '', url: '', type: 'opaqueredirect', body: null }),
      headers: { value: new Headers() },
      redirected: { value: false },
    }) as Response
    expect(await answered(hidden)).toMatchObject({ _tag: 'StatusError', status: 0 })
  })

  it('has the code of the platform if fetch fails with one', async () => {
    const error = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })
    expect(await answered(error)).toMatchObject({ _tag: 'NetworkError', code: { value: 'ECONNREFUSED' } })
    TestBed.resetTestingModule()
    expect(await answered(new TypeError('x', { cause: { code: 'https://canary' } }))).toMatchObject({ code: none })
  })
})

describe('withHttpClient: by XHR', () => {
  it('sets nothing that XHR does not know, of which Angular would warn', () => {
    const seen: Array<HttpRequest<unknown>> = []
    angular(
      'browser',
      provideHttpClient(
        withInterceptors([
          (request) => {
            seen.push(request)
            return EMPTY
          },
        ]),
      ),
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    reported(client().banks.all())
    expect(
      seen.map(({ redirect, credentials, cache, referrerPolicy }) => [redirect, credentials, cache, referrerPolicy]),
    ).toEqual([[undefined, undefined, undefined, undefined]])
  })

  it('is refused on a server, if it would take credentials along wherever a redirect leads', () => {
    angular('server', provideHttpClient(), provideRxBank(config, withFullClient(), withHttpClient()))
    expect(() => TestBed.inject(EnvironmentInjector)).toThrow(/provideHttpClient\(withFetch\(\)\)/)
  })

  it('is not missed on a server with fetch, nor in a spec', () => {
    angular('server', provideHttpClient(withFetch()), provideRxBank(config, withFullClient(), withHttpClient()))
    expect(client()).toHaveProperty('banks')
    TestBed.resetTestingModule()
    angular(
      'server',
      provideHttpClient(),
      provideHttpClientTesting(),
      provideRxBank(config, withFullClient(), withHttpClient()),
    )
    expect(client()).toHaveProperty('banks')
  })
})
