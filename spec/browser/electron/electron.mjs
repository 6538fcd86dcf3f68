// What stands in for the module `electron` in a main process that runs in Node: its windows are tabs of Chromium, whose
// preload scripts run in a real isolated world and hand over real MessagePorts. Addresses of `app:` are intercepted ones
// of https. There is no contextBridge, no app life cycle but start and quit, and no power.
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isolatedWorld } from './isolatedWorld.mjs'
import { MessagePortMain } from './MessagePortMain.mjs'
import { wire } from './wire.mjs'

const { encode, decode } = wire()

const windows = new Set()
let handler = () => new Response(null, { status: 404 })
let browser

const suffix = '.app.test'
const toWeb = (url) => url.replace(/^app:\/\/([^/]+)/, `https://$1${suffix}`)
const toApp = (url) => url.replace(/^https:\/\/([^/]+)\.app\.test/, 'app://$1')

/** For the suite: the browser, what crossed between pages and main, and every port that main was given. */
export const harness = {
  crossed: [],
  ports: [],
  use: (given) => (browser = given),
  openPorts: () => harness.ports.filter(({ isClosed }) => !isClosed).length,
}

export const app = Object.assign(new EventEmitter(), {
  whenReady: () => Promise.resolve(),
  quit: () => app.emit('will-quit'),
})
export const ipcMain = new EventEmitter()
export const net = { fetch: (url, init) => fetch(url, init) }
export const powerMonitor = new EventEmitter()
export const protocol = {
  registerSchemesAsPrivileged: () => undefined,
  handle: (_scheme, given) => (handler = given),
  /** For the suite: what answers now. */
  handler: () => handler,
}

const serve = async (route) => {
  const answer = await handler({ url: toApp(route.request().url()) })
  const headers = Object.fromEntries(answer.headers)
  await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) })
}

const ids = { next: 1 }

export class BrowserWindow {
  static getAllWindows = () => [...windows]

  #cdp
  #options
  #contexts = new Map()
  #frames = new Map()
  webContents = Object.assign(new EventEmitter(), { id: ids.next++, setWindowOpenHandler: () => undefined })
  /** The tab, for the suite. */
  tab

  constructor(options) {
    const { contextIsolation = true, sandbox = true } = options.webPreferences
    if (!contextIsolation || !sandbox) throw new Error('a window without isolation, or without a sandbox')
    this.#options = options
    windows.add(this)
  }

  async loadURL(url) {
    this.tab ??= await this.#open()
    await this.tab.goto(toWeb(url))
  }

  /** For the suite: ends the process of the page. */
  crash() {
    this.#cdp.send('Page.crash').catch(() => undefined)
  }

  async #open() {
    const { width = 800, height = 600, webPreferences } = this.#options
    const tab = await browser.newPage({ viewport: { width, height } })
    await tab.route((url) => url.hostname.endsWith(suffix), serve)
    const cdp = await tab.context().newCDPSession(tab)
    this.#cdp = cdp
    const { webContents } = this
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== 'preload') return
      this.#contexts.set(context.id, { frameId: context.auxData.frameId, ports: new Map() })
    })
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.#end(executionContextId))
    cdp.on('Runtime.executionContextsCleared', () => this.#endAll())
    cdp.on('Runtime.bindingCalled', ({ payload, executionContextId }) =>
      this.#receive(cdp, payload, executionContextId),
    )
    cdp.on('Page.frameStartedNavigating', ({ frameId, navigationType }) =>
      webContents.emit('did-start-navigation', {
        isMainFrame: this.#isMain(frameId),
        isSameDocument: navigationType === 'sameDocument',
      }),
    )
    cdp.on('Page.frameNavigated', ({ frame }) => {
      this.#frames.set(frame.id, frame)
      if (frame.parentId === undefined) webContents.emit('did-navigate')
    })
    cdp.on('Page.frameDetached', ({ frameId }) => {
      for (const [id, context] of this.#contexts) if (context.frameId === frameId) this.#end(id)
    })
    tab.on('crash', () => {
      this.#endAll()
      webContents.emit('render-process-gone')
    })
    tab.on('close', () => {
      this.#endAll()
      windows.delete(this)
      webContents.emit('destroyed')
      if (windows.size === 0) app.emit('window-all-closed')
    })
    await cdp.send('Page.enable')
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: 'rxbankToMain', executionContextName: 'preload' })
    const preload = await readFile(webPreferences.preload, 'utf8')
    const source = isolatedWorld(preload, webPreferences.nodeIntegrationInSubFrames ?? false)
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { worldName: 'preload', source })
    return tab
  }

  #isMain(frameId) {
    return this.#frames.get(frameId)?.parentId === undefined
  }

  /** A document is gone: its ends of all channels are, too. */
  #end(contextId) {
    const context = this.#contexts.get(contextId)
    this.#contexts.delete(contextId)
    for (const port of context?.ports.values() ?? []) port.disconnect()
  }

  #endAll() {
    for (const contextId of [...this.#contexts.keys()]) this.#end(contextId)
  }

  #receive(cdp, payload, contextId) {
    harness.crossed.push(payload)
    const context = this.#contexts.get(contextId)
    if (context === undefined) return
    const { channel, message, ports, port, data, isClosed } = decode(payload)
    if (channel === undefined) {
      if (isClosed) context.ports.get(port)?.disconnect()
      else context.ports.get(port)?.receive(data)
      return
    }
    const frame = this.#frames.get(context.frameId)
    ipcMain.emit(
      channel,
      {
        ports: ports.map((number) => this.#portOf(cdp, context, contextId, number)),
        sender: this.webContents,
        senderFrame: frame && { url: toApp(frame.url), parent: frame.parentId ?? null },
      },
      message,
    )
  }

  #portOf(cdp, context, contextId, number) {
    const port = new MessagePortMain((value) => {
      const text = value === null ? null : encode(value)
      if (text !== null) harness.crossed.push(text)
      const expression = `rxbankFromMain(${number}, ${JSON.stringify(text)})`
      // A document that is gone hears nothing, as from Electron.
      cdp.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined)
    })
    context.ports.set(number, port)
    harness.ports.push(port)
    return port
  }
}
