import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { createGzip, gzip } from 'node:zlib'
import { Observable, Subscription } from 'rxjs'
import { localHostName } from '../../base/codec/exactUrl.js'
import { bombBody, bombPadding, bytesBefore, ConnectionLost, type Cut, type Delivery } from './Delivery.js'
import type { OpenPort } from './OpenPort.js'
import type { ReadTarget, WireRequest } from './WireRequest.js'

const maxBodyBytes = 1024 * 1024
const fastCompression = { level: 1 }

/**
 * The keep-alive time in milliseconds. It is longer than the clients', so that the server does not close a
 * connection that a client is about to use.
 */
const keepAliveMs = 120_000

/** Reads the body of a request. `onBody` is not called if the client disconnects or sends more than the maximum. */
const readBody = (message: IncomingMessage, onBody: (body: string) => void): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBodyBytes) message.destroy()
    else chunks.push(chunk)
  })
  message.on('end', () => {
    onBody(Buffer.concat(chunks).toString('utf8'))
  })
}

const toWire = (
  { method = 'GET', url = '/', headers, socket }: IncomingMessage,
  read: ReadTarget,
  body: string,
): WireRequest => ({
  method,
  ...read(url),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  ),
  body,
  origin: `http://127.0.0.1:${String(socket.localPort)}`,
})

function* bombParts(bytes: number): Generator<string> {
  const part = 'x'.repeat(65536)
  yield bombBody.head
  for (let left = bombPadding(bytes); left > 0; left -= part.length)
    yield left >= part.length ? part : part.slice(0, left)
  yield bombBody.tail
}

/** The callback of pipelines. It does nothing, because the events of the response report the outcome. */
const ignoreOutcome = (): void => undefined

const sendBomb = (response: ServerResponse, bytes: number, compressed: boolean): void => {
  const parts = Readable.from(bombParts(bytes))
  if (compressed) {
    response.setHeader('content-encoding', 'gzip')
    pipeline(parts, createGzip(), response, ignoreOutcome)
  } else {
    response.setHeader('content-length', bombBody.head.length + bombPadding(bytes) + bombBody.tail.length)
    pipeline(parts, response, ignoreOutcome)
  }
}

/** Sends the start of a body and ends the connection. `Content-Length` is too large or missing. */
const sendPart = (response: ServerResponse, cut: Cut, delivery: Delivery, onSent: () => void): void => {
  if (cut.isLengthDeclared) response.setHeader('content-length', Buffer.byteLength(delivery.answer.body) + 1)
  else {
    // Without Content-Length and Transfer-Encoding the body ends with the connection.
    response.setHeader('connection', 'close')
    response.removeHeader('transfer-encoding')
  }
  response.flushHeaders()
  response.write(bytesBefore(cut, delivery), () => {
    if (cut.isReset) response.socket?.resetAndDestroy()
    onSent()
  })
}

const send = (message: IncomingMessage, response: ServerResponse, delivery: Delivery, onLost: () => void): void => {
  const { answer, bomb, cut } = delivery
  const { status, headers, body } = answer
  response.statusCode = status
  response.sendDate = false
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  const bytes = Buffer.from(body)
  const compress = /\bgzip\b/.test(message.headers['accept-encoding'] ?? '') && bytes.length > 1024
  if (bomb !== undefined) sendBomb(response, bomb.bytes, bomb.compressed)
  else if (cut) sendPart(response, cut, delivery, onLost)
  else if (!compress) response.end(bytes)
  else {
    gzip(bytes, fastCompression, (error, compressed) => {
      if (error !== null || response.destroyed) return
      response.setHeader('content-encoding', 'gzip')
      response.setHeader('vary', 'accept-encoding')
      response.setHeader('content-length', compressed.length)
      response.end(compressed)
    })
  }
}

/** Sends a response, and emits when the client has received it; errors if the connection was lost before. */
const deliverTo =
  (message: IncomingMessage, response: ServerResponse) =>
  (delivery: Delivery): Observable<void> =>
    // Operators cannot say this: Node's response has callbacks.
    new Observable((subscriber) => {
      response.once('finish', () => {
        subscriber.next()
        subscriber.complete()
      })
      send(message, response, delivery, () => {
        subscriber.error(new ConnectionLost())
      })
    })

/**
 * Whether the `Host` of a request names this machine. With DNS rebinding, a web page reaches this port under its own host.
 */
const isForThisMachine = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  localHostName.test(host.toLowerCase().replace(/:\d+$/, ''))

const wrongHost = JSON.stringify({
  type: 'wrong_host',
  message: 'The sandbox answers only requests whose Host is localhost or a loopback address, such as 127.0.0.1',
})

const refuseHost = (response: ServerResponse): void => {
  response.writeHead(421, { 'content-type': 'application/json', connection: 'close' }).end(wrongHost)
}

const portError = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE'
    ? new Error(`sandbox.listen: port ${String(port)} is in use; choose another, or 0 for any that is free`, {
        cause: error,
      })
    : new Error(`sandbox.listen: port ${String(port)} could not be opened (${error.code ?? error.message})`, {
        cause: error,
      })

/** Serves the sandbox by HTTP/1.1 on this machine, at `http://127.0.0.1:port`. */
export const listen: OpenPort = (exchange, read, port) =>
  // Operators cannot say this: Node's server has callbacks, and unsubscribing must close its connections.
  new Observable((subscriber) => {
    const calls = new Subscription()
    const server = createServer((message, response) => {
      if (!isForThisMachine(message)) {
        refuseHost(response)
        return
      }
      readBody(message, (body) => {
        const call = exchange(toWire(message, read, body), deliverTo(message, response)).subscribe({
          error: () => {
            response.destroy()
          },
        })
        calls.add(call)
        response.once('close', () => {
          calls.remove(call)
          call.unsubscribe()
        })
      })
    })
    server.on('error', (error) => {
      subscriber.error(portError(error, port))
    })
    server.on('listening', () => {
      subscriber.next(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
    })
    server.keepAliveTimeout = keepAliveMs
    server.listen(port, '127.0.0.1')
    return () => {
      server.close()
      calls.unsubscribe()
      server.closeAllConnections()
    }
  })
