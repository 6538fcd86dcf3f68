// Pages of an Electron app, hostile or not, by the ports of Node's workers, as the guide tests them.
import { EventEmitter, once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { gatewayBefore } from './gateway.mjs'
import { electron } from './installed.mjs'

/** A main process that exposes a client; `respond` speaks for the service. */
export const mainProcess = (after, respond, options = {}) => {
  const { client, sent, clock } = gatewayBefore(respond)
  const exposed = electron.exposeStreams(client, { user: { externalUserId: 'ADA' }, ...options })
  const ports = []
  /** The port of a page in a window of its own. */
  const open = () => {
    const { port1, port2 } = new MessageChannel()
    exposed.connect(port1, Object.assign(new EventEmitter(), { id: ports.length + 1 }))
    ports.push(port2)
    return port2
  }
  after(() => ports.forEach((port) => port.close()))
  return { client, clock, exposed, open, sent }
}

/** A page that speaks for itself: it has said hello unless it is told not to. */
export const hostilePage = (main, greeting = [{ _tag: 'Hello', version: 1 }]) => {
  const port = main.open()
  const heard = []
  port.on('message', (message) => heard.push(message))
  const closed = once(port, 'close')
  let isClosed = false
  closed.then(() => (isClosed = true))
  const say = (...messages) => messages.forEach((message) => port.postMessage(message))
  say(...greeting)
  /** Waits until the main process has said what is asked for, or has closed the port. */
  const until = async (isIt) => {
    while (!isClosed && !heard.some(isIt)) await Promise.race([once(port, 'message'), closed])
    return isClosed ? 'closed' : 'answered'
  }
  return { closed, heard, port, say, until, isClosed: () => isClosed }
}

export const pages = (id, fields = {}) => ({
  _tag: 'Subscribe',
  id,
  operation: 'pages',
  linked: true,
  settings: { limit: 2 },
  list: 'stocks',
  ...fields,
})
