import {
  defer,
  EMPTY,
  filter,
  finalize,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  type Subscription,
  switchMap,
  take,
  takeUntil,
} from 'rxjs'
import { functionCodec, methodsCodec } from '../../base/codec/guardCodec.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import type { Client } from '../../client/Client.js'
import type { GatewayUserClient } from '../../client/GatewayClient.js'
import { decodeIdentity, type Identity } from '../../client/userIdentity.js'
import type { Resources } from '../../service/profile/Codecs.js'
import { createWindowMeter, type Meter } from './createWindowMeter.js'
import { type ExposeConfig, exposeConfig } from './ExposeConfig.js'
import { fromEmitter, fromListener } from './fromEmitter.js'
import { createLinkTable } from './linkTables.js'
import { portChannel, type PortLike, portLike } from './Port.js'
import type { PageUser } from './serveOperation.js'
import { refuse, servePort } from './servePort.js'
import {
  type IpcMainLike,
  isOwnPage,
  type NavigationStart,
  type PortEvent,
  type Sender,
  senderOf,
  type WebContentsLike,
} from './webContents.js'

const navigationStarts = (webContents: WebContentsLike): Observable<NavigationStart> =>
  fromListener<NavigationStart>(
    (listener) => webContents.on('did-start-navigation', listener),
    (listener) => webContents.off('did-start-navigation', listener),
  )

/**
 * Emits once when the page that a window shows at the time of the subscription is unloaded: another document was
 * loaded, its process ended, or the window was closed.
 *
 * A navigation counts when it has ended at another document. A download begins like a navigation, but never ends like
 * one. Navigations that started before the subscription do not count, since a new page may send its port before
 * Electron emits the end of the navigation to that page.
 */
const pageUnload = (webContents: WebContentsLike): Observable<unknown> =>
  merge(
    navigationStarts(webContents).pipe(
      filter(({ isMainFrame, isSameDocument }) => isMainFrame && !isSameDocument),
      switchMap(() => fromEmitter('webContents', webContents, 'did-navigate')),
    ),
    fromEmitter('webContents', webContents, 'render-process-gone', 'destroyed'),
  ).pipe(take(1))

/** A client whose streams can be exposed: a client of the service, or of a gateway. */
export interface ExposableClient<R extends Resources = Resources> extends Pick<
  Client<R>,
  'banks' | 'categories' | 'events$'
> {
  readonly user: (identity: Identity) => GatewayUserClient<R>
}

/** Serves the streams of a client to renderers. */
export interface ExposedStreams {
  /** Serves the ports that preload scripts send to `ipcMain`. Unsubscribing stops serving, and closes the open ports. */
  readonly listen: (ipcMain: IpcMainLike<PortLike>) => Subscription
  /**
   * Serves a port that the main process made itself, until the page of `webContents` is unloaded or the port is closed.
   * Unsubscribing closes the port.
   */
  readonly connect: (port: PortLike, webContents?: WebContentsLike) => Subscription
}

/** The state that the ports of one window share. */
interface Window {
  readonly meter: Meter
  ports: number
}

/** The maximum number of ports of a window: fewer than the number of listeners at which Node warns. */
const maxPorts = 8

const exposable = methodsCodec('a client', 'user')
const emitter = methodsCodec('ipcMain of Electron, with on and off', 'on', 'off')

const isFunction = functionCodec<(sender: Sender) => Identity | undefined>('a function').is

/**
 * Serves the streams of a client to renderers, which use them through `connectStreams`. It runs in the main process, where
 * secrets and tokens stay.
 *
 * Every message of a renderer is decoded; an invalid message closes the port. The subscriptions of a page end with its
 * port: when the page is reloaded, left or closed, or when its process ends. Throws a `ConfigError` for invalid options.
 *
 * @example
 * import { createClient } from 'rxbank'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { exposeStreams } from 'rxbank/electron'
 * import { ipcMain } from 'electron'
 *
 * const client = createClient({ profile: bridge2025, clientId: 'id' })
 * const exposed = exposeStreams(client, { user: { externalUserId: 'A6J' } }).listen(ipcMain)
 * assert.deepStrictEqual(ipcMain.listenerCount('rxbank:port'), 1)
 * exposed.unsubscribe() // closes the ports of all pages
 */
export const exposeStreams = <R extends Resources>(
  client: ExposableClient<R>,
  config: ExposeConfig = {},
): ExposedStreams => {
  if (!exposable.is(client)) throw wrongOption('/client', exposable.name)
  const decoded = decodeOptions(exposeConfig, config)
  const { accepts = isOwnPage, maxSubscriptions = 256, maxLinks = 1000, maxEvents = 1000, perWindow = {} } = decoded
  const user = decoded.user === undefined || isFunction(decoded.user) ? decoded.user : decodeIdentity(decoded.user)
  const exposedClient = client as unknown as ExposableClient
  const windows = new WeakMap<WebContentsLike, Window>()

  const windowOf = (webContents: WebContentsLike): Window => {
    const window = windows.get(webContents) ?? { meter: createWindowMeter(perWindow), ports: 0 }
    windows.set(webContents, window)
    return window
  }

  const serve = (port: PortLike, sender: Sender, meter: Meter, unload$: Observable<unknown>): Observable<never> =>
    defer(() => {
      let chosenUser: PageUser | undefined
      const findUser = (): PageUser => {
        const pageUser = exposedClient.user((isFunction(user) ? user(sender) : user) as Identity)
        return pageUser.withConnection?.(meter) ?? pageUser
      }
      const source = {
        client: exposedClient,
        user: () => (chosenUser ??= findUser()),
        meter,
        links: createLinkTable(maxLinks),
        maxEvents,
      }
      return servePort(port, source, maxSubscriptions).pipe(takeUntil(unload$))
    })

  const acceptedSender = (event: PortEvent<PortLike>): Sender | undefined => {
    try {
      const sender = senderOf(event)
      return sender !== undefined && accepts(sender) ? sender : undefined
    } catch {
      return undefined
    }
  }

  const serveEvent = (event: PortEvent<PortLike>): Observable<never> => {
    const [port, ...others] = event.ports ?? []
    for (const other of others) other.close()
    if (port === undefined) return EMPTY
    const { sender: webContents } = event
    const sender = acceptedSender(event)
    if (sender === undefined) return refuse(port, 'sender')
    const window = windowOf(webContents)
    if (window.ports >= maxPorts) return refuse(port, 'ports')
    window.ports++
    return serve(port, sender, window.meter, pageUnload(webContents)).pipe(finalize(() => window.ports--))
  }

  return {
    listen: (ipcMain) => {
      if (!emitter.is(ipcMain)) throw wrongOption('/ipcMain', emitter.name)
      return fromListener<PortEvent<PortLike>>(
        (listener) => ipcMain.on(portChannel, listener),
        (listener) => ipcMain.off(portChannel, listener),
      )
        .pipe(mergeMap(serveEvent))
        .subscribe()
    },
    connect: (port, webContents) => {
      if (!portLike.is(port)) throw wrongOption('/port', portLike.name)
      const unload$ = webContents === undefined ? NEVER : pageUnload(webContents)
      const sender = { url: '', isMainFrame: true, webContentsId: webContents?.id }
      const { meter } = webContents === undefined ? { meter: createWindowMeter(perWindow) } : windowOf(webContents)
      return serve(port, sender, meter, unload$).subscribe()
    },
  }
}
