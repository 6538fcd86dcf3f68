import { none, some } from 'fp-ts/lib/Option.js'
import { lastValueFrom } from 'rxjs'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { netFetch, type NetLike } from '../../../lib/electron.js'
import { status } from '../../../lib/http/policies/statusErrors.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer } from '../../helpers/httpServer.js'

const url = 'https://bank.example/v2/stocks?after=cursor-canary'

const outcome = (net: NetLike, overrides: Parameters<typeof httpRequest>[0] = {}): Promise<unknown> =>
  lastValueFrom(status(createVirtualClock())(netFetch(net))(httpRequest({ url, ...overrides }))).catch(
    (error: unknown) => error,
  )

/** A `net` that fails as Electron's does: rejects with an error whose message is Chromium's name for what happened. */
const failing = (error: unknown): NetLike => ({
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever a platform may throw
  fetch: () => Promise.reject(error),
})

describe('netFetch', () => {
  it('requests no cookie, cache, referrer or redirect', async () => {
    const fetch = jest.fn<Promise<Response>, [string, RequestInit]>().mockResolvedValue(new Response('{}'))
    expect(await outcome({ fetch })).toMatchObject({ status: 200, body: '{}' })
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

  it('calls fetch on what it was given, for that of a session is a method', async () => {
    class Session {
      readonly #body = '"of the session"'
      fetch(): Promise<Response> {
        return Promise.resolve(new Response(this.#body))
      }
    }
    expect(await outcome(new Session())).toMatchObject({ body: '"of the session"' })
  })

  it('makes a StatusError of a redirect, which Electron rejects, and does not send it again', async () => {
    const elsewhere = await httpServer((_request, response) => response.end('{}'))
    const server = await httpServer((_request, response) => response.writeHead(302, { Location: elsewhere.url }).end())
    // As Electron's own: it follows when it is told to, and else cancels.
    const electronLike: NetLike = {
      fetch: async (address, init) => {
        const answer = await fetch(address, init)
        if (answer.status === 302) throw new Error('Redirect was cancelled')
        return answer
      },
    }
    const headers = { Authorization: redact('Bearer t0k3n-canary') }
    const error = await outcome(electronLike, { url: server.url, headers })
    expect(error).toMatchObject({ _tag: 'StatusError', status: 0 })
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0])
    await Promise.all([server.close(), elsewhere.close()])
  })

  it.each([
    ["Chromium's", new Error('net::ERR_INTERNET_DISCONNECTED'), some('ERR_INTERNET_DISCONNECTED')],
    ['none, when something is beside it', new Error('net::ERR_FAILED at cursor-canary'), none],
    ['none, when the name is too long', new Error(`net::ERR_${'X'.repeat(60)}`), none],
    ['none, of another message', new Error('Session can only be received when app is ready'), none],
    [
      'that of the error, if it has one',
      Object.assign(new Error('cursor-canary'), { code: 'ECONNRESET' }),
      some('ECONNRESET'),
    ],
    ['none, of a text', 'net::ERR_FAILED', none],
    ['none, of nothing', undefined, none],
  ])('fails with a NetworkError, whose code is %s', async (_, thrown, code) => {
    const error = await outcome(failing(thrown))
    expect(error).toEqual(
      new NetworkError({ operation: 'stocks.list', page: none, origin: 'https://bank.example', code }),
    )
    expect(JSON.stringify(error) + String(error)).not.toContain('cursor-canary')
  })

  it('fails with a NetworkError when it is asked before the app is ready, if Electron throws at once', async () => {
    const net: NetLike = {
      fetch: () => {
        throw new Error('Session can only be received when app is ready')
      },
    }
    expect(await outcome(net)).toMatchObject({ _tag: 'NetworkError' })
  })

  it.each([undefined, null, {}, fetch, 'net', { fetch: 'net' }])('takes no %p for a net', (net) => {
    expect(() => netFetch(net as never)).toThrow(
      'wrong configuration: net: expected net of Electron or a session, with fetch',
    )
  })
})
