import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { isLeft } from 'fp-ts/lib/Either.js'
import { some } from 'fp-ts/lib/Option.js'
import { lastValueFrom } from 'rxjs'
import { parseJson } from '../../lib/base/codec/parseJson.js'
import { redact } from '../../lib/base/Redacted.js'
import { createClient, isClientError } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { httpRequest } from '../helpers/httpRequest.js'
import { rawServer } from '../helpers/rawServer.js'
import { transports } from '../helpers/transports.js'

const head = (...headers: ReadonlyArray<string>): string => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`
const short = head('Content-Length: 2') + '{}'
const chunked = head('Transfer-Encoding: chunked')
const flood = 'X-Filler: y\r\n'.repeat(20_000)

const packed = (encoding: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(head(`Content-Encoding: ${encoding}`, `Content-Length: ${String(body.length)}`)), body])

/** JSON that compression makes little of, so that half of it is not the whole. */
const json = JSON.stringify(Array.from({ length: 1000 }, (_, n) => (n * 7919) % 104_729))
const half = (body: Buffer): Buffer => body.subarray(0, body.length >> 1)

const failed = 'NetworkError'
/** An answer, but no JSON: the client makes a `DecodeError` of it. */
const garbled = 'not JSON'

type Case = readonly [
  name: string,
  answer: string | Buffer,
  ...reported: readonly [both: string] | readonly [string, string],
]

/** What each transport tells of an answer: the same, or cross-fetch's and the platform's. */
const cases: ReadonlyArray<Case> = [
  ['a thousand early hints first', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000) + short, '200 {}'],
  ['an upgrade that nobody asked for', 'HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n{}', failed],
  ['a body on a 204', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}', failed, '204 '],
  ['the same Content-Length twice', head('Content-Length: 2', 'Content-Length: 2') + '{}', failed],
  ['two different Content-Lengths', head('Content-Length: 2', 'Content-Length: 20') + '{}', failed],
  [
    'Content-Length and chunks',
    head('Content-Length: 2', 'Transfer-Encoding: chunked') + '2\r\n{}\r\n0\r\n\r\n',
    failed,
  ],
  ['a negative Content-Length', head('Content-Length: -2') + '{}', failed],
  ['a Content-Length beyond numbers', head('Content-Length: 99999999999999999999') + '{}', failed],
  ['HTTP/0.9', '{"resources":[]}', failed],
  ['a page without any head', '<html>it works</html>', failed],
  ['a status of four digits', 'HTTP/1.1 1000 OK\r\nContent-Length: 2\r\n\r\n{}', failed],
  ['an unheard-of status', 'HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}', '999 {}'],
  ['lines that end without a return', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}', failed],
  ['headers of 64 kB in one', head(`X: ${'y'.repeat(65_536)}`, 'Content-Length: 2') + '{}', failed],
  ['headers of 260 kB in many', head(flood + 'Content-Length: 2') + '{}', failed],
  ['trailers of 260 kB', `${chunked}2\r\n{}\r\n0\r\n${flood}\r\n`, failed],
  ['a chunk with an extension of 80 kB', `${chunked}2;${'a=b;'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, failed],
  ['a chunk larger than numbers', `${chunked}${'f'.repeat(20)}\r\n{}`, failed],
  ['a gzip that was cut', packed('gzip', half(gzipSync(json))), garbled],
  ['a deflate that was cut', packed('deflate', half(deflateSync(json))), failed, garbled],
  ['a brotli that was cut', packed('br', half(brotliCompressSync(json))), failed, garbled],
  ['a brotli that is none', packed('br', Buffer.from(json)), failed],
  ['compression twice', packed('gzip, gzip', gzipSync(gzipSync(json))), garbled, '200 [0,7919,'],
  ['compression of an unknown kind', packed('pack200', gzipSync(json)), garbled],
  ['UTF-16 that says so', packed('identity', Buffer.from(`\ufeff${json}`, 'utf16le')), garbled],
  ['UTF-8 with a byte order mark', packed('identity', Buffer.from('\ufeff{}')), '200 {}'],
  ['Latin-1', packed('identity', Buffer.from('"\xe9"', 'latin1')), '200 "\ufffd"'],
]

describe.each(transports)('%s: an answer that is wrong on the wire', (name, transport) => {
  const ask = (url: string): Promise<string> =>
    lastValueFrom(transport(httpRequest({ url }))).then(
      ({ status, body }) => {
        const text = body.replace(/^\ufeff/, '')
        return body !== '' && isLeft(parseJson(body)) ? garbled : `${String(status)} ${text.slice(0, 8)}`
      },
      (error: unknown) => (isClientError(error) ? error._tag : String(error)),
    )

  it.each(cases)('%s', async (_, answer, both, other = both) => {
    const sockets: Array<Socket> = []
    const server = await rawServer((socket) => {
      sockets.push(socket)
      socket.write(sockets.length === 1 ? answer : short)
      // What follows on the same connection is the next request.
      socket.on('data', () => socket.write(short))
      if (/^(\{|<|HTTP\/1.1 1000)/.test(String(answer)) && sockets.length === 1) socket.end()
    })
    expect(await ask(server.url)).toBe(name === 'crossFetch' ? both : other)
    expect(await ask(server.url)).toBe('200 {}')
    await server.close()
    expect(sockets.length).toBeLessThanOrEqual(2)
  })

  it('costs nothing but a retry when the server closes each connection after its answer', async () => {
    const list = '{"resources":[{"id":1}]}'
    const server = await rawServer((socket) => socket.end(head(`Content-Length: ${String(list.length)}`) + list))
    const retry = { minDelay: 0, maxDelay: 0 }
    const client = createClient({
      profile: documentedProfile,
      baseUrl: server.url,
      clientId: 'id',
      http: transport,
      retry,
    })
    for (let i = 0; i < 20; i++) expect(await lastValueFrom(client.banks.all())).toStrictEqual({ id: 1 })
    await server.close()
  })

  it('takes an answer that comes before the request is sent whole', async () => {
    const server = await rawServer((socket) => {
      socket.write(head('Content-Length: 2', 'Connection: close') + '{}')
      socket.resume()
    })
    const body = some(redact(JSON.stringify('x'.repeat(5_000_000))))
    const outcome = await lastValueFrom(transport(httpRequest({ url: server.url, method: 'POST', body }))).then(
      (response) => response.body,
      (error: unknown) => (isClientError(error) ? error._tag : error),
    )
    expect(['{}', failed]).toContain(outcome)
    expect(await ask(server.url)).toBe('200 {}')
    await server.close()
  })
})
