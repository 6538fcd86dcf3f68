import { Observable } from 'rxjs'
import type { PortLike } from './Port.js'
import { portChannel } from './portChannel.js'

/** The part of a window that sends and receives messages. */
interface Messages {
  readonly postMessage: (message: unknown, targetOrigin: string) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

const window = (): Messages => globalThis

/**
 * Opens a port to the main process through `rxbank/electron/preload`, for {@link connectStreams}.
 *
 * Cold: each subscription requests its own port from the preload script, emits it and completes. Emits nothing if no preload
 * script answers. If you unsubscribe before the answer, the port is closed when it arrives.
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
    const page = window()
    const listener = (event: MessageEvent): void => {
      const [port] = event.ports
      if (!Object.is(event.source, globalThis) || event.data !== portChannel || port === undefined) return
      // Answers arrive in the order of the requests, so this answer must not reach later subscribers.
      event.stopImmediatePropagation()
      page.removeEventListener('message', listener)
      if (subscriber.closed) port.close()
      subscriber.next(port)
      subscriber.complete()
    }
    page.addEventListener('message', listener)
    page.postMessage(portChannel, '/')
  })
