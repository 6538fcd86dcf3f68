import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that writes bytes, for answers that no HTTP server would give. */
export interface RawServer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Starts a server on a free port; `answer` has the socket as soon as a request came in. */
export const rawServer = async (answer: (socket: Socket) => void): Promise<RawServer> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // A client that cuts off may cost this side an error.
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
  }
}
