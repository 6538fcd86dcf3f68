import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, Subject } from 'rxjs'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import { redact } from '../../../lib/base/Redacted.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer } from '../../helpers/httpServer.js'
import { rawServer } from '../../helpers/rawServer.js'
import { transports } from '../../helpers/transports.js'

const canaries = ['path-canary', 'cursor-canary', 't0k3n-canary', 'body-canary', 'answer-canary']

const request = (origin: string) =>
  httpRequest({
    operation: 'transactions.list',
    page: some(4),
    method: 'POST',
    url: `${origin}/v2/path-canary?after=cursor-canary`,
    headers: { Authorization: redact('Bearer t0k3n-canary') },
    body: some(redact('{"password":"body-canary"}')),
  })

const head = (...headers: ReadonlyArray<string>): string => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`
const zipped = gzipSync(`{"canary":"answer-canary","filler":"${'x'.repeat(5000)}"}`)

/** Writes, and when that has left, ends in a way. */
const writing = (bytes: string | Buffer, end: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(bytes, () => end(socket))
}
const close = (socket: Socket): void => {
  socket.end()
}
const reset = (socket: Socket): void => {
  socket.resetAndDestroy()
}
const zippedPart = (framing: string): Buffer =>
  Buffer.concat([Buffer.from(head('Content-Encoding: gzip', framing)), zipped.subarray(0, 30)])

const broken: ReadonlyArray<readonly [name: string, answer: (socket: Socket) => void]> = [
  ['is closed before an answer', close],
  ['is reset before an answer', reset],
  ['is closed within the headers', writing('HTTP/1.1 200 OK\r\nContent-', close)],
  ['is closed in a body shorter than its Content-Length', writing(head('Content-Length: 99') + '{"a":1}', close)],
  ['is reset in a body shorter than its Content-Length', writing(head('Content-Length: 99') + '{"a":1}', reset)],
  ['is closed before a body of a Content-Length', writing(head('Content-Length: 99'), close)],
  ['is closed in a chunked body', writing(head('Transfer-Encoding: chunked') + '7\r\n{"a":1}\r\n', close)],
  ['is reset in a chunked body', writing(head('Transfer-Encoding: chunked') + '7\r\n{"a":1}\r\n', reset)],
  ['has a chunk of no size', writing(head('Transfer-Encoding: chunked') + '7\r\n{"a":1}\r\nzz\r\n', () => undefined)],
  ['is closed in a compressed body', writing(zippedPart(`Content-Length: ${String(zipped.length)}`), close)],
  ['is reset in a compressed body', writing(zippedPart(`Content-Length: ${String(zipped.length)}`), reset)],
  ['is closed before a deflated body begins', writing(head('Content-Encoding: deflate', 'Content-Length: 99'), close)],
  [
    'has a body that is not compressed as it says',
    writing(head('Content-Encoding: gzip', 'Content-Length: 13') + 'answer-canary', () => undefined),
  ],
  ['speaks no HTTP', writing('SSH-2.0-answer-canary\r\n', () => undefined)],
  ['has a header that is none', writing(head('Answer canary\x01: x', 'Content-Length: 2') + '{}', () => undefined)],
  ['has endless headers', writing(head(`X: ${'answer-canary'.repeat(10_000)}`), () => undefined)],
]

describe.each(transports)('%s: what goes wrong', (_, transport) => {
  const failure = async (origin: string): Promise<NetworkError> => {
    const error: unknown = await lastValueFrom(transport(request(origin))).catch((caught: unknown) => caught)
    if (error instanceof NetworkError) return error
    throw new Error(`not a NetworkError: ${inspect(error)}`)
  }

  const expectNothingShown = (error: NetworkError): void => {
    const shown = [
      inspect(error, { depth: 12, showHidden: true }),
      JSON.stringify(error),
      String(error.stack),
      inspect(error.cause),
    ].join('\n')
    expect(canaries.filter((canary) => shown.includes(canary))).toEqual([])
  }

  it.each(broken)('is a NetworkError at once, and shows nothing, when the connection %s', async (_name, answer) => {
    const server = await rawServer(answer)
    const error = await failure(server.url)
    await server.close()
    expect(error).toMatchObject({ operation: 'transactions.list', page: some(4), origin: server.url })
    expect(error.code._tag === 'None' || /^[A-Z0-9_]+$/.test(error.code.value)).toBe(true)
    expectNothingShown(error)
  })

  it.each(['/v2/banks', 'v2/banks', '', '?after=x', 'https://', 'http://[', undefined])(
    'is a ConfigError in the error channel for the URL %p, which is not absolute, and nothing is sent',
    async (url) => {
      const error: unknown = await lastValueFrom(transport({ ...httpRequest(), url: url as string })).catch(
        (caught: unknown) => caught,
      )
      expect(error).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '/url', expected: expect.any(String) }] })
    },
  )

  it('is a NetworkError with the code of the platform when nobody listens', async () => {
    const server = await rawServer(close)
    await server.close()
    const error = await failure(server.url)
    expect(error.message).toBe(
      `transactions.list (page 4): no response from ${server.url} (ECONNREFUSED); check the network and the address`,
    )
    expectNothingShown(error)
  })

  it('is a NetworkError when there is no such host', async () => {
    // A label of more than 63 characters: no resolver needs to be asked.
    const error = await failure(`https://${'a'.repeat(64)}.example`)
    expect(error.code).toEqual(some('ENOTFOUND'))
    expectNothingShown(error)
  })

  it('is a NetworkError when the other side speaks no TLS', async () => {
    const server = await httpServer((_request, response) => response.end('{}'))
    const origin = server.url.replace('http:', 'https:')
    const error = await failure(origin)
    await server.close()
    expect(error).toMatchObject({ origin, code: { _tag: 'Some' } })
    expectNothingShown(error)
  })

  it('is a NetworkError if the server switches protocols, and the connection is closed', async () => {
    const closed = new Subject<void>()
    const ending = firstValueFrom(closed)
    const server = await rawServer((socket) => {
      socket.once('close', () => closed.next())
      socket.write('HTTP/1.1 101 Up\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    })
    expect(await failure(server.url)).toMatchObject({ _tag: 'NetworkError' })
    await ending
    await server.close()
  })

  it('takes no more than the Content-Length says: what follows is not part of the answer', async () => {
    const server = await rawServer(writing(head('Content-Length: 2', 'Connection: close') + '{}answer-canary', close))
    const outcome = await lastValueFrom(transport(request(server.url))).catch((error: unknown) => error)
    await server.close()
    expect(outcome instanceof NetworkError || (outcome as { readonly body: string }).body === '{}').toBe(true)
  })

  it('gives the answer that follows an early hint', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'
    const server = await rawServer(writing(hint + head('Content-Length: 2') + '{}', () => undefined))
    const answer = await lastValueFrom(transport(request(server.url)))
    await server.close()
    expect(answer).toMatchObject({ status: 200, body: '{}' })
  })
})
