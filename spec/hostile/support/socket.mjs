// Requests to a gateway as bytes.
import { once } from 'node:events'
import { connect } from 'node:net'

export const good = ['Host: app.example', 'Cookie: session=ada', 'RxBank-Gateway: interactive']

export const request = (line = 'GET /api/bank/v2/stocks HTTP/1.1', headers = good, body = '') =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`

/** Sends bytes, and answers what comes back until the connection ends; it is ended after the first answer. */
export const send = async (after, port, bytes) => {
  const socket = connect(port, '127.0.0.1')
  after(() => socket.destroy())
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    if (text.includes('\r\n\r\n')) socket.end()
  })
  socket.write(bytes)
  await once(socket, 'close')
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}

export const open = (after, port) => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  after(() => socket.destroy())
  socket.write(request())
  return socket
}
