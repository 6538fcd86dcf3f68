// Clients of a gateway that leave, or do not read.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { token } from '../support/canaries.mjs'
import { family } from '../support/cases.mjs'
import { gatewayBefore, onPort, page } from '../support/gateway.mjs'
import { node, rxjs } from '../support/installed.mjs'
import { open, request } from '../support/socket.mjs'

const left = 'gateway.md: a page that was left: its requests to the service are aborted'
const unread = 'gateway.md: one who does not read the answers: toNodeHandler cuts them'

export const cases = [
  ...family(left, {
    'a page that leaves': async (after) => {
      let aborted
      const gone = new Promise((resolve) => (aborted = resolve))
      const gateway = gatewayBefore(() => new rxjs.Observable(() => aborted))
      const socket = open(after, await onPort(after, gateway.handler))
      while (gateway.sent.length === 0) await new Promise(setImmediate)
      socket.resetAndDestroy()
      await gone
      assert.equal(gateway.clock.pending(), 0)
    },
    'four hundred that leave as soon as they have asked': async (after) => {
      const gateway = gatewayBefore(() => rxjs.NEVER)
      const port = await onPort(after, gateway.handler)
      for (let n = 0; n < 400; n += 20) {
        const before = gateway.sent.length
        const sockets = Array.from({ length: 20 }, () => open(after, port))
        const closed = sockets.map((socket) => once(socket, 'close'))
        for (let turn = 0; turn < 50 && gateway.sent.length < before + 20; turn++) await new Promise(setImmediate)
        for (const socket of sockets) socket.resetAndDestroy()
        await Promise.all(closed)
      }
      assert.ok(gateway.sent.length <= 300, `${gateway.sent.length} requests to the service in a minute`)
    },
    'authorize is told, too': async (after) => {
      let reported
      const gone = new Promise((resolve) => (reported = resolve))
      let asked = false
      const authorize = ({ signal }) => {
        asked = true
        signal.addEventListener('abort', reported)
        return new Promise(() => undefined)
      }
      const socket = open(after, await onPort(after, gatewayBefore(undefined, { authorize }).handler))
      while (!asked) await new Promise(setImmediate)
      socket.destroy()
      await gone
    },
    'a thousand requests on one connection at once': async (after) => {
      const gateway = gatewayBefore()
      const port = await onPort(after, gateway.handler)
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      after(() => socket.destroy())
      let text = ''
      const all = new Promise((resolve) =>
        socket.on('data', (chunk) => {
          text += chunk
          if (text.split('HTTP/1.1 ').length > 1000) resolve()
        }),
      )
      socket.write(request().repeat(1000))
      await all
      assert.equal(gateway.sent.length, 300)
      assert.ok(!text.includes(token))
    },
  }),
  ...family(unread, {
    'a page that does not read': async (after) => {
      const label = 'x'.repeat(8 << 20)
      const { handler } = gatewayBefore(() => ({ body: page(null, [{ id: 1, label }]) }))
      const server = createServer(node.toNodeHandler(handler, { timeout: 300 })).listen(0, '127.0.0.1')
      after(() => server.close())
      await once(server, 'listening')
      const connected = once(server, 'connection')
      const socket = open(after, server.address().port).pause()
      const [served] = await connected
      await new Promise((closed) => served.on('close', closed))
      let size = 0
      socket.on('data', (chunk) => (size += chunk.length)).resume()
      await once(socket, 'close')
      assert.ok(size < label.length, `${size} bytes were sent`)
    },
  }),
]
