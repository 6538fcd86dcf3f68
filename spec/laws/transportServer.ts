import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server for the check of a law: its origin, and the requests that it has received. */
export interface TransportServer {
  readonly origin: string
  readonly received: ReadonlyArray<ReceivedRequest>
}

/** A request that a server has received completely. */
export interface ReceivedRequest {
  readonly message: IncomingMessage
  readonly body: string
}

/** Answers a request. */
export type Responder = (response: ServerResponse, message: IncomingMessage) => void

/** Opens a server on a free port of this machine; `close` closes it with its connections. */
export const openServer = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin: `http://127.0.0.1:${String(port)}`, close }
}

/** Runs a check with a server, which answers each request when the whole body has arrived. Then closes the server. */
export const withServer = async (answer: Responder, run: (server: TransportServer) => Promise<void>): Promise<void> => {
  const received: Array<ReceivedRequest> = []
  const { origin, close } = await openServer((message, response) => {
    const chunks: Array<Buffer> = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      received.push({ message, body: Buffer.concat(chunks).toString() })
      answer(response, message)
    })
  })
  try {
    await run({ origin, received })
  } finally {
    await close()
  }
}
