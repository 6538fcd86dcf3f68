import { gzipSync } from 'node:zlib'
import { some } from 'fp-ts/lib/Option.js'
import { firstValueFrom, lastValueFrom, Subscription } from 'rxjs'
import { openDoctorTransport } from '../../../lib/cli/doctor/doctorTransport.js'
import { redact } from '../../../lib/index.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { rawServer } from '../../helpers/rawServer.js'

describe('the wire of the doctor', () => {
  const wire = openDoctorTransport()
  const servers: Array<{ readonly close: () => Promise<void> }> = []
  const serve = async (listener: Parameters<typeof httpServer>[0]): Promise<TestServer> => {
    const server = await httpServer(listener)
    servers.push(server)
    return server
  }
  const raw = async (text: string): Promise<string> => {
    const server = await rawServer((socket) => socket.end(text))
    servers.push(server)
    return server.url
  }

  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ close }) => close()))
  })

  afterAll(() => {
    wire.close()
  })

  it.each([200, 204, 301, 401, 429, 500])('answers with %i as it is', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status, { Location: '/x', 'X-Own': 'a' }).end('é'))
    const { headers, ...answer } = await lastValueFrom(wire.http(httpRequest({ url })))
    expect(answer).toStrictEqual({ status, body: status === 204 ? '' : 'é' })
    expect(headers).toMatchObject({ location: '/x', 'x-own': 'a', date: expect.any(String) })
  })

  it('sends method, path, headers and body, secrets open', async () => {
    let body = ''
    const { url, requests } = await serve((request, response) => {
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => response.end())
    })
    await lastValueFrom(
      wire.http(
        httpRequest({
          url: `${url}/v2/a?b=c`,
          secretQuery: redact('d=e'),
          method: 'POST',
          headers: { 'Client-Secret': redact('s') },
          body: some(redact('{}')),
        }),
      ),
    )
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/v2/a?b=c&d=e', headers: { 'client-secret': 's' } })
    expect(body).toBe('{}')
  })

  it('unpacks', async () => {
    const { url } = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync('packed')))
    expect((await lastValueFrom(wire.http(httpRequest({ url })))).body).toBe('packed')
  })

  it('fails with what the platform says', async () => {
    const gone = await httpServer(() => undefined)
    await gone.close()
    await expect(firstValueFrom(wire.http(httpRequest({ url: gone.url })))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    const cut = await raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
    await expect(firstValueFrom(wire.http(httpRequest({ url: cut })))).rejects.toMatchObject({ code: 'ECONNRESET' })
    const noise = await raw('hello\r\n\r\n')
    await expect(firstValueFrom(wire.http(httpRequest({ url: noise })))).rejects.toMatchObject({
      code: expect.stringMatching(/^HPE_/),
    })
    const upgrade = await raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    await expect(firstValueFrom(wire.http(httpRequest({ url: upgrade })))).rejects.toThrow('upgraded')
    const packed = await serve((_, response) => response.setHeader('Content-Encoding', 'gzip').end('no gzip'))
    await expect(firstValueFrom(wire.http(httpRequest({ url: packed.url })))).rejects.toMatchObject({
      code: 'Z_DATA_ERROR',
    })
  })

  it.each([false, true])('holds no more than it may, packed: %s', async (isPacked) => {
    const text = 'x'.repeat(5_000_000)
    const { url } = await serve((_, response) =>
      isPacked ? response.setHeader('Content-Encoding', 'gzip').end(gzipSync(text)) : response.end(text),
    )
    const http$ = wire.http(httpRequest({ url, maxBodySize: 1_000_000 }))
    await expect(firstValueFrom(http$)).rejects.toMatchObject({ _tag: 'DecodeError', reason: 'too-large' })
  })

  it('aborts when nobody waits', async () => {
    let subscription = Subscription.EMPTY
    const closed = new Promise((resolve) => {
      void serve((request) => {
        request.on('close', resolve)
        subscription.unsubscribe()
      }).then(({ url }) => {
        subscription = wire.http(httpRequest({ url })).subscribe()
      })
    })
    await closed
    expect(subscription.closed).toBe(true)
  })
})
