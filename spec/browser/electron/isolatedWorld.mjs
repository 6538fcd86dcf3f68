import { wire } from './wire.mjs'

/**
 * What runs in a page's isolated world, as text: a preload script with the `require` of a sandbox, and behind
 * `ipcRenderer` a bridge to Node. The ports are Chromium's own.
 */
const bridge = (wireOf, preload, everyFrame) => {
  const toMain = globalThis.rxbankToMain
  if (!everyFrame && globalThis.top !== globalThis) return
  const { encode, decode } = wireOf()
  const ports = []
  const pass = (port) => {
    const number = ports.push(port) - 1
    port.addEventListener('message', ({ data }) => toMain(encode({ port: number, data })))
    port.addEventListener('close', () => toMain(encode({ port: number, isClosed: true })))
    port.start()
    return number
  }
  globalThis.rxbankFromMain = (number, text) => {
    if (text === null) ports[number].close()
    else ports[number].postMessage(decode(text))
  }
  const ipcRenderer = {
    postMessage: (channel, message, transfer = []) => toMain(encode({ channel, message, ports: transfer.map(pass) })),
    send: (channel, message) => toMain(encode({ channel, message, ports: [] })),
  }
  const require = (name) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return { ipcRenderer }
  }
  preload(require, { exports: {} }, {})
}

export const isolatedWorld = (preload, everyFrame) =>
  `(${bridge})(${wire}, (require, module, exports) => {${preload}\n}, ${everyFrame})`
