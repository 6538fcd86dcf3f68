/**
 * The preload script. When the page asks for a port to the main process, it sends one. It also tells the main process when
 * the page's network is back. The page gets no other part of Electron.
 *
 * Use it as `webPreferences.preload`, or import it into a preload script that you bundle. Sandboxed preload scripts can
 * require nothing but `electron`, so this file imports nothing.
 */
declare const require: (name: 'electron') => {
  readonly ipcRenderer: {
    readonly postMessage: (channel: string, message: unknown, transfer: Array<MessagePort>) => void
    readonly send: (channel: string) => void
  }
}

const { ipcRenderer } = require('electron')

addEventListener('message', ({ source, data, ports }: MessageEvent) => {
  // Only messages that the window sends to itself are answered, so neither frames in the window nor its opener can
  // request a port. A message with a port is a response.
  if ((source as unknown) !== globalThis || data !== 'rxbank:port' || ports.length > 0) return
  const { port1, port2 } = new MessageChannel()
  ipcRenderer.postMessage('rxbank:port', null, [port1])
  // The response is restricted to this origin, because another document may have been loaded.
  postMessage('rxbank:port', '/', [port2])
})

addEventListener('online', ({ isTrusted }) => {
  if (isTrusted) ipcRenderer.send('rxbank:online')
})
