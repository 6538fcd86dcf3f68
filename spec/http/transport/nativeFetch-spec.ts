import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { transport } from '../../../lib/http/transport/nativeFetch.js'
import { httpRequest } from '../../helpers/httpRequest.js'

const url = 'https://bank.example/v2/stocks?after=cursor-canary'

const outcome = (): Promise<unknown> =>
  lastValueFrom(status(createVirtualClock())(transport)(httpRequest({ url }))).catch((error: unknown) => error)

describe('nativeFetch, in a browser', () => {
  const fetch = jest.spyOn(globalThis, 'fetch')
  afterEach(() => fetch.mockReset())
  afterAll(() => fetch.mockRestore())

  it('requests no cookie, cache, referrer or redirect', async () => {
    fetch.mockResolvedValue(new Response('{}'))
    await outcome()
    expect(fetch.mock.calls).toEqual([
      [
        url,
        {
          method: 'GET',
          headers: { Accept: 'application/json' },
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
          signal: expect.any(AbortSignal),
        },
      ],
    ])
  })

  it('lets the cookies of its own origin go if the request says so, and to no other', async () => {
    fetch.mockImplementation(() => Promise.resolve(new Response('{}')))
    await lastValueFrom(transport(httpRequest({ url, cookies: true })))
    await lastValueFrom(transport(httpRequest({ url, cookies: false })))
    expect(fetch.mock.calls.map(([, init]) => init?.credentials)).toEqual(['same-origin', 'omit'])
  })

  it('puts characters together whose bytes come one by one', async () => {
    const text = '"é✓銀🏦"'
    const bytes = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of Buffer.from(text)) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    fetch.mockResolvedValue(new Response(bytes))
    expect(await outcome()).toMatchObject({ body: text })
  })

  it('makes a StatusError of the status 0 behind which a browser hides a redirect', async () => {
    fetch.mockResolvedValue(Response.error())
    expect(await outcome()).toMatchObject({ _tag: 'StatusError', status: 0 })
  })

  it('looks fetch up at each request, so that what replaces it is used', async () => {
    fetch.mockResolvedValueOnce(new Response('1')).mockResolvedValueOnce(new Response('2'))
    expect([await outcome(), await outcome()]).toMatchObject([{ body: '1' }, { body: '2' }])
  })

  it.each([
    ['has none, as in a browser', new TypeError('Failed to fetch'), none],
    [
      'is in the cause, as in Node',
      new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
      some('ECONNREFUSED'),
    ],
    ['is a number, as of a DOMException', new DOMException('aborted', 'AbortError'), none],
    ['is no word', Object.assign(new Error(url), { code: url }), none],
    ['is a text, for nothing was thrown but that', 'cursor-canary', none],
    ['is nowhere, for nothing was thrown', undefined, none],
    ['has an empty cause', new TypeError('x', { cause: null }), none],
  ])('is a NetworkError, whose code %s', async (_, thrown, code) => {
    fetch.mockRejectedValue(thrown)
    const error = await outcome()
    expect(error).toEqual(
      new NetworkError({ operation: 'stocks.list', page: none, origin: 'https://bank.example', code }),
    )
    expect(JSON.stringify(error) + String(error)).not.toContain('cursor-canary')
  })
})
