import { Observable } from 'rxjs'
import { methodsCodec } from '../../base/codec/guardCodec.js'

/**
 * The name of the messages by which a page, its preload script and the main process open a port:
 *
 * - the page posts a message to its own window: `postMessage('rxbank:port')`, without a port;
 * - the preload script answers each such message with a new MessageChannel. It sends one port to the main process, by
 *   `ipcRenderer.postMessage('rxbank:port', null, [port])`, and the other to the page, by
 *   `window.postMessage('rxbank:port', '/', [port])`.
 */
export const portChannel = 'rxbank:port'

type PortListener = (event: { readonly data?: unknown }) => void

/** A port of the DOM, or of Node's `worker_threads`. */
export interface EventTargetPort {
  readonly postMessage: (message: unknown) => void
  readonly close: () => void
  readonly start: () => void
  readonly addEventListener: (type: 'message' | 'messageerror' | 'close', listener: PortListener) => void
  readonly removeEventListener: (type: 'message' | 'messageerror' | 'close', listener: PortListener) => void
}

/** A `MessagePortMain` of Electron's main process. */
export interface EmitterPort {
  readonly postMessage: (message: unknown) => void
  readonly close: () => void
  readonly start: () => void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  off(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/**
 * One end of a message channel, on any platform. It has only the members that are used, so that no platform's types are
 * needed.
 */
export type PortLike = EventTargetPort | EmitterPort

/** The codec of a {@link PortLike}. */
export const portLike = methodsCodec<PortLike>('a MessagePort', 'postMessage', 'close', 'start')

/**
 * Emits the messages of the other end of a port, in order.
 *
 * For one subscriber: subscribing starts the port, unsubscribing closes it. Completes when either end is closed, or
 * when a message cannot be read; never errors.
 */
export const messages = (port: PortLike): Observable<unknown> =>
  // Operators cannot express this: the listeners must be there before the port starts, and unsubscribing must close it.
  new Observable((subscriber) => {
    const onMessage = ({ data }: { readonly data?: unknown }): void => {
      subscriber.next(data)
    }
    const onClose = (): void => {
      subscriber.complete()
    }
    if ('addEventListener' in port) {
      port.addEventListener('message', onMessage)
      port.addEventListener('messageerror', onClose)
      port.addEventListener('close', onClose)
    } else {
      port.on('message', onMessage)
      port.on('close', onClose)
    }
    port.start()
    return () => {
      if ('addEventListener' in port) {
        port.removeEventListener('message', onMessage)
        port.removeEventListener('messageerror', onClose)
        port.removeEventListener('close', onClose)
      } else {
        port.off('message', onMessage)
        port.off('close', onClose)
      }
      port.close()
    }
  })

/** The part of a window that sends and receives messages. */
interface Messages {
  readonly postMessage: (message: unknown, targetOrigin: string) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

const pageWindow = (): Messages => globalThis

/**
 * Opens a port to the main process through `rxbank/electron/preload`, for {@link connectStreams}.
 *
 * Cold: each subscription requests its own port from the preload script, emits it and completes. If no preload script
 * responds, it neither emits nor completes. If you unsubscribe earlier, the port is closed when it arrives.
 *
 * @example
 * import { connectStreams, pagePort } from 'rxbank/electron'
 *
 * const client = connectStreams(pagePort()) // requests a port when one of its streams is subscribed to
 * assert.ok('banks' in client)
 */
export const pagePort = (): Observable<PortLike> =>
  // Operators cannot express this: after the unsubscription, the listener stays to close the port that arrives.
  new Observable((subscriber) => {
    const page = pageWindow()
    const listener = (event: MessageEvent): void => {
      const [port] = event.ports
      if (!Object.is(event.source, globalThis) || event.data !== portChannel || port === undefined) return
      // Responses arrive in the order of the requests, so this response must not reach later subscribers.
      event.stopImmediatePropagation()
      page.removeEventListener('message', listener)
      if (subscriber.closed) port.close()
      subscriber.next(port)
      subscriber.complete()
    }
    page.addEventListener('message', listener)
    page.postMessage(portChannel, '/')
  })
