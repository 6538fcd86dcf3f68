/**
 * The preload script: gives its page a port to the main process for the asking, and tells the main process when the
 * page's network is back. It hands out nothing else of Electron's.
 *
 * For `webPreferences.preload`, or imported into a preload script of one's own that is bundled. Sandboxed preload
 * scripts can require `electron` alone, so this file imports nothing.
 */
declare const require: (name: 'electron') => {
  readonly ipcRenderer: {
    readonly postMessage: (channel: string, message: unknown, transfer: Array<MessagePort>) => void
    readonly send: (channel: string) => void
  }
}

const { ipcRenderer } = require('electron')

addEventListener('message', ({ source, data, ports }: MessageEvent) => {
  // What this window says to itself: no frame in it and no window that opened it can ask. An answer has a port.
  if ((source as unknown) !== globalThis || data !== 'rxbank:port' || ports.length > 0) return
  const { port1, port2 } = new MessageChannel()
  ipcRenderer.postMessage('rxbank:port', null, [port1])
  // To a document of this origin alone, should another one be here by now.
  postMessage('rxbank:port', '/', [port2])
})

addEventListener('online', ({ isTrusted }) => {
  if (isTrusted) ipcRenderer.send('rxbank:online')
})
