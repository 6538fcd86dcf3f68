// A server that says any bytes, and records every byte that it is sent.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { secret, token } from './canaries.mjs'

const user = { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415' }
export const tokenResponse = { access_token: token, expires_at: '2999-01-01T00:00:00.000Z', user }

/** An answer as bytes, with its length; `body` is text, bytes, or what becomes JSON. */
export const answer = (body, { status = '200 OK', headers = {} } = {}) => {
  const bytes =
    Buffer.isBuffer(body) || typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body))
  const fields = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** Takes whole requests off what has come on a socket. */
const requestsIn = (onRequest) => {
  let text = ''
  return (chunk) => {
    text += chunk.toString('latin1')
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      const head = text.slice(0, end)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      if (end < 0 || text.length < end + 4 + length) return
      const [, method, path] = /^(\S+) (\S+)/.exec(head) ?? []
      const body = text.slice(end + 4, end + 4 + length)
      text = text.slice(end + 4 + length)
      onRequest({ method, path, head, body })
    }
  }
}

/**
 * Listens on a free port until the case ends. `respond` gets each request and its socket, and gives the bytes of the
 * answer, or nothing where it writes by itself. `closed` counts the connections that the client has closed.
 */
export const rawServer = async (after, respond, host = '127.0.0.1') => {
  const seen = []
  const sockets = new Set()
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      server.emit('gone')
    })
    const onRequest = (request) => {
      seen.push(request)
      server.emit('asked', request)
      const bytes = respond(request, socket, seen.length)
      if (bytes !== undefined && !socket.destroyed) socket.write(bytes)
    }
    socket.on('data', requestsIn(onRequest))
  })
  server.listen(0, host)
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address()
  return { origin: `http://${host}:${port}`, port, seen, sockets, next: (event) => once(server, event) }
}

/** A bank that gives tokens, and answers the rest as it is told. */
export const rawBank = (after, respond) =>
  rawServer(after, (request, socket, count) =>
    request.path.endsWith('/v2/authenticate') ? answer(tokenResponse) : respond(request, socket, count),
  )

/** Whether what was sent has credentials of any kind in it. */
export const proofsIn = (seen) =>
  seen.filter(({ head, body }) => [secret, token].some((canary) => `${head}${body}`.includes(canary)))
