import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { none, some } from 'fp-ts/lib/Option.js'
import { forkJoin, lastValueFrom, type Subscription } from 'rxjs'
import { Agent, interceptors, Pool } from 'undici'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { redact } from '../../../lib/base/Redacted.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { type UndiciConfig, undiciTransport } from '../../../lib/http/undici/undiciTransport.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'

const wrong = (config: unknown): ReadonlyArray<unknown> => {
  try {
    undiciTransport(config as UndiciConfig)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues.map(({ path }) => path)
  }
  throw new Error('no ConfigError')
}

const networkError = (code: string) =>
  new NetworkError({ operation: 'stocks.list', page: none, origin: 'https://bank.example', code: some(code) })

const outcome = (http: Http, overrides: Parameters<typeof httpRequest>[0] = {}): Promise<unknown> =>
  lastValueFrom(http(httpRequest(overrides))).catch((error: unknown) => error)

describe('undiciTransport', () => {
  it.each([
    ['no options', 5, ''],
    ['no connection', { connections: 0 }, '/connections'],
    ['half a connection', { connections: 1.5 }, '/connections'],
    ['what dispatches nothing', { dispatcher: {} }, '/dispatcher'],
    ['what it does not know', { connection: 3 }, '/connection'],
    ['connections beside a dispatcher', { connections: 3, dispatcher: new Agent() }, '/connections'],
  ])('refuses %s', (_, config, path) => {
    expect(wrong(config)).toEqual([path])
  })

  it('is a NetworkError with a code of undici when the dispatcher is closed', async () => {
    const dispatcher = new Agent()
    await dispatcher.close()
    expect(await outcome(undiciTransport({ dispatcher }))).toEqual(networkError('UND_ERR_DESTROYED'))
  })

  it('is a NetworkError when the dispatcher is destroyed while it waits for an answer', async () => {
    const dispatcher = new Agent()
    const server = await httpServer(() => void dispatcher.destroy())
    const error = await outcome(undiciTransport({ dispatcher }), { url: server.url })
    await server.close()
    expect(error).toMatchObject({ _tag: 'NetworkError', code: some('UND_ERR_DESTROYED') })
  })

  it('is a NetworkError, whose text is not shown, when the dispatcher throws', async () => {
    const dispatch = () => {
      throw Object.assign(new Error('Bearer canary'), { code: 'EBROKEN' })
    }
    expect(await outcome(undiciTransport({ dispatcher: { dispatch } }))).toEqual(networkError('EBROKEN'))
  })
})

describe('undiciTransport, over a server', () => {
  let server: TestServer
  afterEach(() => server.close())

  const serve = async (answer: (response: ServerResponse) => void): Promise<void> => {
    server = await httpServer((_, response) => answer(response))
  }
  const ask = (http: Http, overrides: Parameters<typeof httpRequest>[0] = {}) =>
    outcome(http, { url: `${server.url}/v2/stocks`, ...overrides })

  it('has as many requests in flight as it has connections; the others wait for their turn', async () => {
    const held: Array<ServerResponse> = []
    let most = 0
    await serve((response) => {
      most = Math.max(most, held.push(response))
      if (held.length === 2) setImmediate(() => held.splice(0).forEach((one) => one.end('{}')))
    })
    const http = undiciTransport({ connections: 2 })
    const request = http(httpRequest({ url: server.url }))
    await lastValueFrom(forkJoin(Array.from({ length: 20 }, () => request)))
    expect([server.requests.length, most]).toEqual([20, 2])
  })

  it('sends nothing for who left while it waited for a connection', async () => {
    const held: Array<ServerResponse> = []
    let arrived = (): void => undefined
    const asked = new Promise<void>((resolve) => (arrived = resolve))
    await serve((response) => {
      held.push(response)
      if (held.length === 1) arrived()
      else response.end('{}')
    })
    const http = undiciTransport({ connections: 1 })
    const first = ask(http, { url: `${server.url}/first` })
    await asked
    const second: Subscription = http(httpRequest({ url: `${server.url}/second` })).subscribe()
    const third = ask(http, { url: `${server.url}/third` })
    second.unsubscribe()
    held[0]?.end('{}')
    expect(await Promise.all([first, third])).toMatchObject([{ status: 200 }, { status: 200 }])
    expect(server.requests.map(({ url }) => url)).toEqual(['/first', '/third'])
  })

  it('goes by way of a dispatcher of yours, which it does not close', async () => {
    await serve((response) => response.end('{}'))
    const dispatcher = new Pool(server.url)
    const http = undiciTransport({ dispatcher })
    expect([await ask(http), await ask(http)]).toMatchObject([{ body: '{}' }, { body: '{}' }])
    expect(dispatcher.closed).toBe(false)
    await dispatcher.close()
  })

  it('follows no redirect, even if the dispatcher would', async () => {
    await serve((response) => response.writeHead(302, { Location: '/elsewhere' }).end())
    const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 3 }))
    expect(await ask(undiciTransport({ dispatcher }))).toMatchObject({ status: 302 })
    expect(server.requests).toHaveLength(1)
    await dispatcher.close()
  })

  it('joins headers of one name', async () => {
    await serve((response) => response.writeHead(200, { 'X-Twice': ['a', 'b'] }).end('{}'))
    expect(await ask(undiciTransport())).toMatchObject({ headers: { 'x-twice': 'a, b' } })
  })

  it('lets the caller say which compression he takes', async () => {
    await serve((response) => response.end('{}'))
    await ask(undiciTransport(), { headers: { 'Accept-Encoding': 'identity', Authorization: redact('Bearer t') } })
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity', authorization: 'Bearer t' })
  })

  it('takes a small body that compression makes larger than the bound', async () => {
    await serve((response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('1')))
    expect(await ask(undiciTransport(), { maxBodySize: 1 })).toMatchObject({ body: '1' })
  })

  it.each([
    ['compressed to more than anybody does', { 'Content-Encoding': 'gzip' }],
    ['not compressed at all, whatever it says', { 'Content-Encoding': 'none' }],
  ])('refuses a body beyond the bound that is %s', async (_, headers) => {
    await serve((response) => response.writeHead(200, headers).end(Buffer.alloc(1_000_000)))
    expect(await ask(undiciTransport(), { maxBodySize: 10_000 })).toEqual(
      new DecodeError({ operation: 'stocks.list', page: none, reason: 'too-large' }),
    )
  })

  const list = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id })))

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('gives what has come of a body in %s that lacks its end, as fetch does', async (encoding, compress) => {
    const packed = compress(list)
    await serve((response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(packed.subarray(0, -200)))
    const { body } = (await ask(undiciTransport())) as HttpResponse
    expect([list.startsWith(body), body.length > 0, body.length < list.length]).toEqual([true, true, true])
  })

  it('is a NetworkError when a compressed body is damaged', async () => {
    const damaged = gzipSync(list).fill(0xff, 100)
    await serve((response) => response.writeHead(200, { 'Content-Encoding': ' GZIP' }).end(damaged))
    expect(await ask(undiciTransport())).toMatchObject({ _tag: 'NetworkError', code: some('Z_DATA_ERROR') })
  })

  it('undoes several encodings, the last first', async () => {
    const packed = brotliCompressSync(gzipSync(list))
    await serve((response) => response.writeHead(200, { 'Content-Encoding': 'gzip, BR' }).end(packed))
    expect(await ask(undiciTransport(), { maxBodySize: list.length })).toMatchObject({ body: list })
    expect(await ask(undiciTransport(), { maxBodySize: list.length - 1 })).toMatchObject({ reason: 'too-large' })
  })

  it('makes nothing larger than the bound on the way', async () => {
    const zeros = gzipSync(Buffer.alloc(1_000_000))
    await serve((response) => response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(zeros))
    expect(await ask(undiciTransport(), { maxBodySize: 10_000 })).toMatchObject({ reason: 'too-large' })
  })

  it('undoes no more than five', async () => {
    const times = (n: number) => Array<string>(n).fill('gzip')
    await serve((response) => {
      const n = server.requests.length === 1 ? 5 : 6
      const packed = times(n).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from('{}'))
      response.writeHead(200, { 'Content-Encoding': times(n).join() }).end(packed)
    })
    expect(await ask(undiciTransport())).toMatchObject({ body: '{}' })
    expect(await ask(undiciTransport())).toMatchObject({ _tag: 'NetworkError' })
  })

  it('leaves a body as it is if one of its encodings is not known', async () => {
    await serve((response) => response.writeHead(200, { 'Content-Encoding': 'gzip, constructor' }).end('{}'))
    expect(await ask(undiciTransport())).toMatchObject({ body: '{}' })
  })

  it.each([204, 304])('has the full response with the head of a %s, whatever that says of a body', async (status) => {
    await serve((response) => response.writeHead(status, { 'Content-Length': '2' }).end())
    expect(await ask(undiciTransport())).toMatchObject({ status, body: '', headers: { 'content-length': '2' } })
    expect(await ask(undiciTransport())).toMatchObject({ status, body: '' })
  })

  it('gives an empty text for an empty body, whatever its encoding', async () => {
    await serve((response) => response.writeHead(304, { 'Content-Encoding': 'gzip' }).end())
    expect(await ask(undiciTransport())).toMatchObject({ status: 304, body: '' })
  })

  it.each(['/v2/./a/../stocks', '/v2/%2e%2e/v2/stocks', '/v2/stocks?q=a b', '//v2', '/v2/é', ''])(
    'sends %p as a URL has it',
    async (path) => {
      await serve((response) => response.end('{}'))
      await ask(undiciTransport(), { url: `${server.url}${path}` })
      const { pathname, search } = new URL(`${server.url}${path}`)
      expect(server.requests.map(({ url }) => url)).toEqual([`${pathname}${search}`])
    },
  )
})
