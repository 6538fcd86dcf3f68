import { EventEmitter } from 'node:events'

export const ipcMain = new EventEmitter()
export const net = { fetch: (url: string, init?: RequestInit): Promise<Response> => fetch(url, init) }
export const powerMonitor = new EventEmitter()

export const app = { whenReady: (): Promise<void> => Promise.resolve() }

type Listener = (event: object) => void

/**
 * Makes the program a page, too, whose preload script hands out ports, until it is told to close; the real package has
 * no such thing.
 */
export const openPage = (): (() => void) => {
  const listeners = new Set<Listener>()
  const opened: Array<MessagePort> = []
  const webContents = Object.assign(new EventEmitter(), { id: 1 })
  const window = {
    addEventListener: (_type: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_type: string, listener: Listener) => listeners.delete(listener),
    postMessage: (data: unknown) => {
      const { port1, port2 } = new MessageChannel()
      opened.push(port1, port2)
      const senderFrame = { url: 'app://bundle/index.html', parent: null }
      ipcMain.emit('rxbank:port', { ports: [port1], sender: webContents, senderFrame }, null)
      let isStopped = false
      const stopImmediatePropagation = () => (isStopped = true)
      const event = { source: globalThis, data, ports: [port2], stopImmediatePropagation }
      Array.from(listeners).some((listener) => {
        listener(event)
        return isStopped
      })
    },
  }
  Object.assign(globalThis, window)
  return () => {
    for (const name of Object.keys(window)) Reflect.deleteProperty(globalThis, name)
    for (const port of opened) port.close()
  }
}
