import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a server, which can go silent: then it swallows all that it gets, and closes nothing. */
export interface Proxy {
  readonly port: number
  readonly silence: () => void
  /** Lets connections through that are made from now on. Those that were silent stay so. */
  readonly speak: () => void
  /** How many bytes it has swallowed. */
  readonly swallowed: () => number
  readonly close: () => Promise<void>
}

/** Starts a proxy before the server at a port of this machine. */
export const startProxy = async (target: number): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let isSilent = false
  let swallowed = 0

  const kept = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    return socket
  }

  const server = createServer((inner) => {
    const outer = kept(connect(target, '127.0.0.1'))
    kept(inner)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (data) => {
        if (isSilent || silent.has(inner)) {
          silent.add(inner)
          swallowed += data.length
        } else to.write(data)
      })
      from.on('close', () => {
        if (!silent.has(inner)) to.destroy()
      })
    }
    pass(inner, outer)
    pass(outer, inner)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    silence: () => (isSilent = true),
    speak: () => (isSilent = false),
    swallowed: () => swallowed,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
