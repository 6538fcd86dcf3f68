import { request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http'
import { connect as connect2, createServer as createServer2 } from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { serve, type ServerType } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { firstValueFrom, take, toArray } from 'rxjs'
import { createWebhooks, toNodeHandler, type WebhookEvent } from '../../../lib/node.js'
import { httpServer } from '../../helpers/httpServer.js'
import { hmac, refreshed, secret } from './webhooks.js'

const open: Array<() => unknown> = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const receiving = () => {
  const webhooks = createWebhooks({ secrets: [secret] })
  const events: Array<WebhookEvent> = []
  const reasons: Array<string> = []
  webhooks.events$.subscribe((event) => events.push(event))
  webhooks.refusals$.subscribe(({ reason }) => reasons.push(reason))
  return { ...webhooks, events, reasons }
}

const serving = async (listener: RequestListener): Promise<string> => {
  const { url, close } = await httpServer(listener)
  open.push(close)
  return url
}

const now = (): string => refreshed(Date.now())

const post = async (url: string, body: string | Uint8Array<ArrayBuffer> = now(), headers = {}): Promise<number> => {
  const signed = { 'BridgeApi-Signature': `v1=${hmac(body)}`, 'Content-Type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: signed, body })
  expect(await answer.text()).toBe('')
  return answer.status
}

/** Sends bytes as they are; answers the first line of what comes back. */
const raw = (url: string, text: string, then: 'wait' | 'end' | 'reset' = 'wait'): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(text)
      if (then === 'end') socket.end()
      if (then === 'reset') socket.resetAndDestroy()
    })
    let read = ''
    socket.on('data', (chunk) => {
      read += chunk.toString()
      if (read.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(read.split('\r\n', 1).join()))
  })

describe('webhooks over HTTP', () => {
  it('are taken by Node', async () => {
    const { handler, events, reasons } = receiving()
    const url = await serving(toNodeHandler(handler))
    expect(await post(url)).toBe(200)
    expect([events.map(({ _tag }) => _tag), reasons]).toEqual([['ItemRefreshed'], []])
  })

  it('are refused: forged, of another kind, read, compressed', async () => {
    const { handler, events, reasons } = receiving()
    const url = await serving(toNodeHandler(handler))
    const packed = Uint8Array.from(gzipSync(now()))
    expect([
      await post(url, now(), { 'BridgeApi-Signature': `v1=${hmac('other')}` }),
      (await fetch(url)).status,
      await post(url, 'type=item.created', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      await post(url, packed, { 'Content-Encoding': 'gzip' }),
      await post(url, packed),
    ]).toEqual([401, 405, 415, 415, 400])
    expect([events, reasons]).toEqual([[], ['forged', 'method', 'contentType', 'contentType', 'malformed']])
  })

  it('may be signed by a header of several values, and by several headers', async () => {
    const { handler, events } = receiving()
    const url = await serving(toNodeHandler(handler))
    const body = now()
    const values = [`v1=${hmac(body, 'old')}`, `v1=${hmac(body).toUpperCase()}`]
    const status = await new Promise((resolve) => {
      const asked = httpRequest(url, { method: 'POST', headers: { 'BridgeApi-Signature': values } })
      asked.on('response', (answer: IncomingMessage) => resolve(answer.resume().statusCode))
      asked.end(body)
    })
    expect([status, events.length]).toEqual([200, 1])
    expect(await post(url, refreshed(Date.now() + 1), { 'BridgeApi-Signature': values.join(',') })).toBe(401)
  })

  it('of ten megabytes are refused, whether they say so or not, and the next is taken', async () => {
    const { handler, events, reasons } = receiving()
    const url = await serving(toNodeHandler(handler))
    const body = 'x'.repeat(10_000_000)
    expect(await post(url, body)).toBe(413)
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nBridgeApi-Signature: v1=00\r\n'
    const chunks = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`.repeat(150)
    expect(await raw(url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`)).toBe('HTTP/1.1 413 Payload Too Large')
    expect([await post(url), events.length, reasons]).toEqual([200, 1, ['tooLarge', 'tooLarge']])
  })

  it.each([['end'], ['reset']] as const)('that are cut off are no events: %s', async (then) => {
    const { handler, events, refusals$ } = receiving()
    const url = await serving(toNodeHandler(handler))
    const refused = firstValueFrom(refusals$)
    const body = now()
    const head = `POST / HTTP/1.1\r\nHost: a\r\nBridgeApi-Signature: v1=${hmac(body)}\r\nContent-Length: ${String(body.length)}`
    await raw(url, `${head}\r\n\r\n${body.slice(0, -1)}`, then)
    expect(await refused).toMatchObject({ reason: 'unreadable' })
    expect([await post(url), events.length]).toEqual([200, 1])
  })

  it('that begin and do not continue are given up', async () => {
    const { handler, refusals$ } = createWebhooks({ secrets: [secret], timeout: 50 })
    const url = await serving(toNodeHandler(handler))
    const refused = firstValueFrom(refusals$)
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nBridgeApi-Signature: v1=00\r\nContent-Length: 100\r\n\r\n{'
    expect(await raw(url, head)).toBe('HTTP/1.1 408 Request Timeout')
    expect(await refused).toMatchObject({ reason: 'tooSlow' })
  })

  it('go over one connection one after the other, also those that are refused unread', async () => {
    const { handler, events$ } = receiving()
    const url = await serving(toNodeHandler(handler))
    const seen = firstValueFrom(events$.pipe(take(3), toArray()))
    for (let number = 0; number < 3; number++) {
      expect(await post(url, refreshed(Date.now() + number))).toBe(200)
      expect(await post(url, 'x'.repeat(100_000))).toBe(413)
    }
    expect((await seen).length).toBe(3)
  })

  it('are taken by Express before a middleware that reads bodies, and behind one it is said', async () => {
    const { handler, events, reasons } = receiving()
    const app = express()
    app.post('/before', toNodeHandler(handler))
    app.use(express.json())
    app.post('/behind', toNodeHandler(handler))
    const url = await serving(app as RequestListener)
    expect([await post(`${url}/before`), await post(`${url}/behind`)]).toEqual([200, 400])
    expect([events.length, reasons]).toEqual([1, ['unreadable']])
  })

  it('are taken by Fastify, which is told to leave the body', async () => {
    const { handler, events } = receiving()
    const app = fastify()
    const ofNode = toNodeHandler(handler)
    await app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, read) => read(null))
      scope.post('/webhooks', ({ raw: message }, reply) => {
        reply.hijack()
        ofNode(message, reply.raw)
      })
      done()
    })
    open.push(() => app.close())
    expect(await post(`${await app.listen({ port: 0, host: '127.0.0.1' })}/webhooks`)).toBe(200)
    expect(events.length).toBe(1)
  })

  it('are taken by Hono', async () => {
    const { handler, events } = receiving()
    const app = new Hono().post('/webhooks', ({ req }) => handler(req.raw))
    const server = await new Promise<ServerType>((resolve) => {
      const made = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(made))
    })
    open.push(() => new Promise((closed) => server.close(closed)))
    const { port } = server.address() as AddressInfo
    expect(await post(`http://127.0.0.1:${String(port)}/webhooks`, now(), { Connection: 'close' })).toBe(200)
    expect(events.length).toBe(1)
  })

  it('are taken over HTTP/2', async () => {
    const { handler, events } = receiving()
    const server = createServer2(toNodeHandler(handler) as never)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const session = connect2(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
    open.push(() => new Promise((closed) => server.close(closed)))
    const body = now()
    const stream = session.request({ ':method': 'POST', 'bridgeapi-signature': `v1=${hmac(body)}` })
    stream.end(body)
    const headers = await new Promise((resolve) => stream.once('response', resolve))
    await new Promise((resolve) => stream.resume().once('end', resolve))
    session.close()
    expect([headers, events.length]).toEqual([expect.objectContaining({ ':status': 200 }), 1])
  })
})
