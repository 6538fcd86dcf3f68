import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { portChannel } from '../../../lib/adapters/electron/Port.js'

/** The file as the build writes it. */
const script = ts.transpileModule(readFileSync('lib/adapters/electron/preload.ts', 'utf8'), {
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
}).outputText

type Listener = (event: object) => void

/** Runs it as a sandboxed preload script, which has the window of its page and can require `electron` alone. */
const preloaded = () => {
  const listeners = new Map<string, Listener>()
  const required: Array<string> = []
  const sent: Array<ReadonlyArray<unknown>> = []
  const answered: Array<ReadonlyArray<unknown>> = []
  const ipcRenderer = {
    postMessage: (...message: ReadonlyArray<unknown>) => sent.push(message),
    send: (...message: ReadonlyArray<unknown>) => sent.push(message),
  }
  const window = runInNewContext(`${script}\nglobalThis`, {
    MessageChannel: function MessageChannel() {
      return { port1: 'the port of main', port2: 'the port of the page' }
    },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    exports: {},
    postMessage: (...message: ReadonlyArray<unknown>) => answered.push(message),
    require: (name: string) => {
      required.push(name)
      return { ipcRenderer }
    },
  }) as object
  const before = Object.keys(window)
  return {
    window,
    required,
    sent,
    answered,
    before,
    hears: (type: string, event: object) => listeners.get(type)?.(event),
    listensTo: () => Array.from(listeners.keys()).sort(),
  }
}

const asking = (source: unknown) => ({ source, data: portChannel, ports: [] })

describe('the preload script', () => {
  it('requires electron alone, and imports nothing', () => {
    expect(preloaded().required).toEqual(['electron'])
    expect(script).not.toMatch(/\bimport\b/)
    expect(script.match(/\brequire\(/g)).toHaveLength(1)
  })

  it('hands over nothing that nobody asked for', () => {
    const { sent, answered, listensTo } = preloaded()
    expect([sent, answered, listensTo()]).toEqual([[], [], ['message', 'online']])
  })

  it('answers each question of its window with the ports of a new channel', () => {
    const { window, hears, sent, answered } = preloaded()
    hears('message', asking(window))
    hears('message', asking(window))
    const toMain = [portChannel, null, ['the port of main']]
    const toPage = [portChannel, '/', ['the port of the page']]
    expect([sent, answered]).toEqual([
      [toMain, toMain],
      [toPage, toPage],
    ])
  })

  it.each([
    ['another window', () => ({ ...asking({}) })],
    ['a worker or a port, which is no window', () => ({ ...asking(null) })],
    ['its own answer', (window: object) => ({ ...asking(window), ports: ['a port'] })],
    ['another message', (window: object) => ({ ...asking(window), data: 'rxbank' })],
    ['an object', (window: object) => ({ ...asking(window), data: { toString: (): string => portChannel } })],
    ['nothing', (window: object) => ({ ...asking(window), data: undefined })],
  ])('hands over nothing to %s', (_, event) => {
    const { window, hears, sent, answered } = preloaded()
    hears('message', event(window))
    expect([sent, answered]).toEqual([[], []])
  })

  it('tells that the network is back when the browser says so, not when the page does', () => {
    const { hears, sent } = preloaded()
    hears('online', { isTrusted: false })
    expect(sent).toEqual([])
    hears('online', { isTrusted: true })
    expect(sent).toEqual([['rxbank:online']])
  })

  it('leaves nothing in the window', () => {
    const { before } = preloaded()
    expect(before.sort()).toEqual(['MessageChannel', 'addEventListener', 'exports', 'postMessage', 'require'])
  })
})
