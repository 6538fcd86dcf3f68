import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { some } from 'fp-ts/lib/Option.js'
import { lastValueFrom, toArray } from 'rxjs'
import { parseJson } from '../../../lib/base/codec/parseJson.js'
import { redact } from '../../../lib/base/Redacted.js'
import { withSecretQuery } from '../../../lib/http/queryString.js'
import type { HttpMethod } from '../../../lib/service/profile/Operation.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { transports } from '../../helpers/transports.js'

const json = '{"name":"Crédit ✓ 銀行 🏦"}'

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

describe.each(transports)('%s: what goes over the wire', (_, transport) => {
  let server: TestServer
  afterEach(() => server.close())

  const ask = (path: string, overrides: Parameters<typeof httpRequest>[0] = {}) =>
    lastValueFrom(transport(httpRequest({ url: `${server.url}${path}`, ...overrides })).pipe(toArray()))

  const answerTo = async (path: string, overrides: Parameters<typeof httpRequest>[0] = {}) => {
    const [answer] = await ask(path, overrides)
    if (answer === undefined) throw new Error('no response')
    return answer
  }

  it('sends nothing before it is subscribed to, and once for each subscription', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    const asked = transport(httpRequest({ url: `${server.url}/v2/stocks` }))
    await ask('/v2/other')
    expect(server.requests.map(({ url }) => url)).toEqual(['/v2/other'])
    await lastValueFrom(asked)
    await lastValueFrom(asked)
    expect(server.requests.map(({ url }) => url)).toEqual(['/v2/other', '/v2/stocks', '/v2/stocks'])
  })

  it.each<HttpMethod>(['GET', 'POST', 'PUT', 'DELETE'])('sends a %s', async (method) => {
    server = await httpServer((_request, response) => response.end('{}'))
    expect(await ask('/v2/stocks', { method })).toMatchObject([{ status: 200, body: '{}' }])
    expect(server.requests.map((request) => request.method)).toEqual([method])
  })

  it('sends paths and queries byte for byte', async () => {
    const paths = [
      '/tenant/v2/users/c2a26c9e/items',
      '/v2/stocks?after=MTQ6MDE%3D%3D%2B%2F&limit=2',
      '/v2/stocks?after=a+b&x=%20&y=%C3%A9&z=&z=&=&k',
      '/v2/stocks?a=-._~!$()*,;:@/?b=%00%0D%0A',
      '/v2/a%2Fb/%E2%9C%93/%2e%2Fx;y=1,2',
    ]
    server = await httpServer((_request, response) => response.end('{}'))
    for (const path of paths) await ask(path)
    expect(server.requests.map(({ url }) => url)).toEqual(paths)
  })

  it('escapes what a query cannot hold, and changes nothing of what it means', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    await ask(`/v2/stocks?after=it's|{"é"}^`)
    const sent = new URL(server.requests[0]?.url ?? '', server.url)
    expect(sent.searchParams.get('after')).toBe(`it's|{"é"}^`)
  })

  it('sends the secrets of a query, which nothing shows', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    const url = `${server.url}/v2/users`
    await ask(
      '',
      withSecretQuery(httpRequest({ url, method: 'POST' }), { email: 'joe@example.com', password: 'p w+d' }),
    )
    await ask('', withSecretQuery(httpRequest({ url: `${url}?after=a+b` }), { client_id: 'id' }))
    expect(server.requests.map((request) => request.url)).toEqual([
      '/v2/users?email=joe%40example.com&password=p%20w%2Bd',
      '/v2/users?after=a+b&client_id=id',
    ])
  })

  it('sends the headers, the secret ones open, and none that tells of the page or its cookies', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    await ask('/v2/stocks', {
      headers: { 'Service-Version': '2021-06-01', 'Client-Id': 'id', Authorization: redact('Bearer t0k3n') },
    })
    const sent = server.requests[0]?.headers ?? {}
    expect(sent).toMatchObject({ 'service-version': '2021-06-01', 'client-id': 'id', authorization: 'Bearer t0k3n' })
    expect(['cookie', 'referer', 'origin'].filter((name) => name in sent)).toEqual([])
  })

  it('sends a JSON body whole, in UTF-8', async () => {
    const bodies: Array<Promise<string>> = []
    server = await httpServer((request, response) => {
      bodies.push(bodyOf(request))
      request.on('end', () => response.end('{}'))
    })
    await ask('/v2/authenticate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: some(redact(json)),
    })
    expect(await Promise.all(bodies)).toEqual([json])
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(json)),
    })
  })

  it('emits one answer and completes: status, headers by lower-case name, body', async () => {
    server = await httpServer((_request, response) => {
      response.writeHead(201, { 'Retry-After': '7', 'X-Request-Id': 'abc', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' })
      response.end(json)
    })
    const answers = await ask('/v2/stocks')
    expect(answers).toHaveLength(1)
    expect(answers[0]).toMatchObject({
      status: 201,
      headers: { 'retry-after': '7', 'x-request-id': 'abc', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      body: json,
    })
  })

  it.each([
    ['gzip', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['br', brotliCompressSync(json)],
    ['GZIP', gzipSync(json)],
  ])('decompresses %s', async (encoding, body) => {
    server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding })
      response.end(body)
    })
    expect((await answerTo('/v2/stocks')).body).toBe(json)
  })

  it('requests compression', async () => {
    server = await httpServer((_request, response) => response.end('{}'))
    await ask('/v2/stocks')
    expect(server.requests[0]?.headers['accept-encoding']).toMatch(/gzip/)
  })

  it('puts characters together whose bytes come one by one', async () => {
    server = await httpServer((_request, response) => {
      const write = ([byte, ...rest]: ReadonlyArray<number>): void => {
        if (byte === undefined) response.end()
        else response.write(Buffer.of(byte), () => write(rest))
      }
      write(Array.from(Buffer.from(json)))
    })
    expect((await answerTo('/v2/stocks')).body).toBe(json)
  })

  it('leaves a body with a byte order mark one that parses', async () => {
    server = await httpServer((_request, response) => response.end(`\ufeff${json}`))
    expect(parseJson((await answerTo('/v2/stocks')).body)).toMatchObject({ _tag: 'Right' })
  })

  it('does not fail on bytes that are no UTF-8', async () => {
    server = await httpServer((_request, response) => response.end(Buffer.of(0x22, 0xff, 0xc3, 0x22)))
    expect((await answerTo('/v2/stocks')).body).toMatch(/^"\ufffd+"$/)
  })

  it.each([204, 304, 503])('gives an empty text for a %d without a body', async (status) => {
    server = await httpServer((_request, response) => response.writeHead(status).end())
    expect(await ask('/v2/stocks')).toMatchObject([{ status, body: '' }])
  })

  it('does not judge: a 500 with a page of HTML is an answer', async () => {
    const body = '<!doctype html><title>502</title>'
    server = await httpServer((_request, response) =>
      response.writeHead(500, { 'Content-Type': 'text/html' }).end(body),
    )
    expect(await ask('/v2/stocks')).toMatchObject([{ status: 500, body }])
  })
})
