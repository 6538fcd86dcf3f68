import { Observable } from 'rxjs'
import { portChannel } from './channel.js'
import type { PortLike } from './Port.js'

/** The part of a window that sends and receives messages. */
interface Messages {
  readonly postMessage: (message: unknown, targetOrigin: string) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly removeEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
}

const window = (): Messages => globalThis

/**
 * A port to the main process, by way of `rxbank/electron/preload`: for {@link connectStreams}.
 *
 * Cold: each subscription asks the preload script for a port of its own, emits it and completes. It emits nothing where
 * no preload script answers. After unsubscribing, the port that was asked for is closed when it comes.
 *
 * @example
 * import { connectStreams, pagePort } from 'rxbank/electron'
 *
 * const client = connectStreams(pagePort()) // asks for a port when somebody subscribes to a stream of it
 * assert.ok('banks' in client)
 */
export const pagePort = (): Observable<PortLike> =>
  new Observable((subscriber) => {
    const page = window()
    const listener = (event: MessageEvent): void => {
      const [port] = event.ports
      if (!Object.is(event.source, globalThis) || event.data !== portChannel || port === undefined) return
      // Answers come in the order of the questions: this one is not for later subscribers.
      event.stopImmediatePropagation()
      page.removeEventListener('message', listener)
      if (subscriber.closed) port.close()
      subscriber.next(port)
      subscriber.complete()
    }
    page.addEventListener('message', listener)
    page.postMessage(portChannel, '/')
  })
