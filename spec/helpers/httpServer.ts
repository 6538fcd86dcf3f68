import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real HTTP server on this machine, for one test. */
export interface TestServer {
  readonly url: string
  readonly requests: ReadonlyArray<IncomingMessage>
  readonly close: () => Promise<void>
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })

/** Starts a server on a free port; it notes every request, then lets `listener` answer. */
export const httpServer = async (
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> => {
  const requests: Array<IncomingMessage> = []
  const noting: RequestListener = (request, response) => {
    requests.push(request)
    listener(request, response)
  }
  const server = createServer(noting)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}`, requests, close: () => closed(server) }
}
