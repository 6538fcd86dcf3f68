import { EventEmitter, once } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { RemoteClient } from '../../lib/adapters/electron/connectStreams.js'
import { connectStreams } from '../../lib/adapters/electron/connectStreams.js'
import type { ExposeConfig } from '../../lib/adapters/electron/ExposeConfig.js'
import { type ExposableClient, exposeStreams } from '../../lib/adapters/electron/exposeStreams.js'
import type { EmitterPort } from '../../lib/adapters/electron/Port.js'
import type { Resources } from '../../lib/service/profile/Codecs.js'

/** A message that crossed, and where to. */
export interface Crossed {
  readonly to: 'main' | 'renderer'
  readonly message: unknown
}

/** What was cloned, as objects of the realm that specs run in: the platform makes them in its own. */
const ofThisRealm = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ofThisRealm)
  switch (Object.prototype.toString.call(value)) {
    case '[object Date]':
      return new Date((value as Date).getTime())
    case '[object Object]':
      return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, ofThisRealm(inner)]))
    default:
      return value
  }
}

/** A port of Node as Electron's main process has them; what comes by it is written down. */
export class MainPort extends EventEmitter implements EmitterPort {
  constructor(
    readonly port: MessagePort,
    to: Crossed['to'] = 'main',
    crossed: Array<Crossed> = [],
  ) {
    super()
    port.on('close', () => this.emit('close'))
    port.on('message', (data) => {
      const message = ofThisRealm(data)
      crossed.push({ to, message })
      this.emit('message', { data: message })
    })
    port.unref()
  }

  readonly postMessage = (message: unknown): void => {
    this.port.postMessage(message)
  }

  readonly start = (): void => {
    this.port.start()
  }

  readonly close = (): void => {
    this.port.close()
  }
}

const opened = new Set<MessagePort>()

/** Closes what specs have left open. */
export const closePorts = (): void => {
  for (const port of opened) port.close()
  opened.clear()
}

/** Two ends of a real channel: what is posted is cloned by the platform. */
export const channel = (crossed: Array<Crossed> = []) => {
  const { port1, port2 } = new MessageChannel()
  opened.add(port1).add(port2)
  return { main: new MainPort(port1, 'main', crossed), renderer: new MainPort(port2, 'renderer', crossed) }
}

/** A renderer that is connected to main. */
export interface Renderer<R extends Resources = Resources> {
  readonly client: RemoteClient<R>
  readonly crossed: ReadonlyArray<Crossed>
  /** Closes the port from the renderer's side, and waits until main knows. */
  readonly close: () => Promise<void>
}

/** Connects a renderer to a client in main. */
export const renderer = <R extends Resources>(client: ExposableClient<R>, config?: ExposeConfig): Renderer<R> => {
  const crossed: Array<Crossed> = []
  const ports = channel(crossed)
  exposeStreams(client, config).connect(ports.main)
  return {
    client: connectStreams<R>(ports.renderer),
    crossed,
    close: async () => {
      const known = once(ports.main, 'close')
      ports.renderer.close()
      await known
    },
  }
}

/** A renderer that says what it likes, and hears all that main says. */
export const rawRenderer = <R extends Resources>(client: ExposableClient<R>, config?: ExposeConfig) => {
  const heard: Array<unknown> = []
  const { main, renderer } = channel()
  exposeStreams(client, config).connect(main)
  renderer.on('message', ({ data }: { readonly data: unknown }) => heard.push(data))
  renderer.start()
  return {
    heard,
    closed: once(renderer, 'close'),
    say: (...messages: ReadonlyArray<unknown>) => {
      for (const message of messages) renderer.postMessage(message)
    },
    port: renderer,
  }
}

/** A window's contents: tells what happens to its page as Electron does. */
export class Contents extends EventEmitter {
  constructor(readonly id = 1) {
    super()
  }

  /** Starts a navigation; its frame is gone, and may not be read. */
  startNavigation(details: { readonly isMainFrame?: boolean; readonly isSameDocument?: boolean } = {}): void {
    const event = { isMainFrame: true, isSameDocument: false, ...details }
    Object.defineProperty(event, 'frame', {
      get: () => {
        throw new TypeError('Render frame was disposed before WebFrameMain could be accessed')
      },
    })
    this.emit('did-start-navigation', event, 'file:///next.html', event.isSameDocument, event.isMainFrame, 1, 1)
  }

  /** Goes to another document, or loads the same one again. */
  navigate(): void {
    this.startNavigation()
    this.emit('did-navigate', {}, 'file:///next.html', -1, '')
  }
}

/** Waits until all that was posted has come, and what it caused, and so on. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}
