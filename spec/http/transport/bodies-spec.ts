import { gzipSync } from 'node:zlib'
import { some } from 'fp-ts/lib/Option.js'
import { lastValueFrom } from 'rxjs'
import { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { httpRequest } from '../../helpers/httpRequest.js'
import { httpServer, type TestServer } from '../../helpers/httpServer.js'
import { transports } from '../../helpers/transports.js'

const kilobyte = Buffer.alloc(1024, 'x')
const megabyte = Buffer.alloc(1024 * 1024, 'x')
const tooLarge = new DecodeError({ operation: 'transactions.list', page: some(3), reason: 'too-large' })

describe.each(transports)('%s: the bound of a body', (_, transport) => {
  let server: TestServer
  afterEach(() => server.close())

  const ask = (maxBodySize: number): Promise<unknown> =>
    lastValueFrom(
      transport(httpRequest({ url: server.url, operation: 'transactions.list', page: some(3), maxBodySize })),
    ).catch((error: unknown) => error)

  it('takes a body of just the size', async () => {
    server = await httpServer((_request, response) => response.end(kilobyte))
    expect(await ask(1024)).toMatchObject({ status: 200, body: kilobyte.toString() })
  })

  it('refuses a byte more, with a DecodeError that names operation and page', async () => {
    server = await httpServer((_request, response) => response.end(kilobyte))
    const error = await ask(1023)
    expect(error).toBeInstanceOf(DecodeError)
    expect(error).toEqual(tooLarge)
  })

  it('counts bytes, not characters', async () => {
    server = await httpServer((_request, response) => response.end('é'.repeat(600)))
    expect(await ask(1199)).toEqual(tooLarge)
    expect(await ask(1200)).toMatchObject({ body: 'é'.repeat(600) })
  })

  it('counts what was decompressed: a bomb of 64 MB in 64 kB', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bomb.length })
      response.end(bomb)
    })
    expect(await ask(1024 * 1024)).toEqual(tooLarge)
  })

  it('reads a compressed body that unfolds to less than the bound', async () => {
    server = await httpServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(megabyte))
    })
    expect(await ask(1024 * 1024)).toMatchObject({ body: megabyte.toString() })
  })

  it('refuses errors that are too large as well: any status can carry a bomb', async () => {
    server = await httpServer((_request, response) => response.writeHead(500).end(megabyte))
    expect(await ask(1024)).toEqual(tooLarge)
  })

  it('cuts 50 MB off: the server sees the connection end long before', async () => {
    let sent = 0
    let cutOff = (): void => undefined
    const cut = new Promise<void>((resolve) => {
      cutOff = resolve
    })
    server = await httpServer((_request, response) => {
      response.on('close', cutOff)
      const write = (): void => {
        if (sent === 50 || response.destroyed) return
        sent++
        if (response.write(megabyte)) setImmediate(write)
        else response.once('drain', write)
      }
      write()
    })
    expect(await ask(1024 * 1024)).toEqual(tooLarge)
    await cut
    expect(sent).toBeLessThan(50)
  })

  it('continues after a body that was cut off', async () => {
    server = await httpServer(({ url }, response) => response.end(url === '/' ? megabyte : '{}'))
    expect(await ask(1024)).toEqual(tooLarge)
    const next = await lastValueFrom(transport(httpRequest({ url: `${server.url}/v2/stocks` })))
    expect(next).toMatchObject({ status: 200, body: '{}' })
  })
})
