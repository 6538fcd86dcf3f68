import { Observable } from 'rxjs'
import { methodsCodec } from '../../base/codec/methodsCodec.js'

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
