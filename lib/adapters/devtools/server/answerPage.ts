import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Observable, Subscription } from 'rxjs'
import type { Clock } from '../../../index.js'
import type { Admission } from './admission.js'
import { isForeign, isMisled } from './isForeign.js'
import { latestFrames, type StateFrame } from './latestFrames.js'
import { headers, html } from './page.js'

/** What the routes are made of. */
export interface PageConfig {
  readonly admission: Admission
  readonly clock: Clock
  readonly frames$: Observable<StateFrame>
  readonly script: () => string
  /** Called when a token was used. */
  readonly entered: () => void
  /** Called when the script cannot be read. */
  readonly failed: (error: unknown) => void
}

/** How many pages may look at a time. */
export const mostReaders = 16

const end = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(body)
}

const bearer = ({ headers: { authorization = '' } }: IncomingMessage): string => authorization.replace(/^Bearer /, '')

/**
 * Answers the requests of pages at a port: `/` and its script; `POST /session`, a key for a token; `/events`, what is
 * known, as server-sent events, for a key. What has another host, and data for another origin, is refused with 403.
 */
export const answerPage = (
  { admission, clock, frames$, script, entered, failed }: PageConfig,
  readers: Subscription,
): ((message: IncomingMessage, response: ServerResponse, port: number) => void) => {
  let reading = 0

  const sendScript = (response: ServerResponse): void => {
    try {
      end(response, 200, 'text/javascript', script())
    } catch (error) {
      end(response, 500, 'text/plain', 'The script is not there.')
      failed(error)
    }
  }

  const exchange = (message: IncomingMessage, response: ServerResponse): void => {
    const key = isForeign(message.headers) ? undefined : admission.enter(bearer(message))
    if (key === undefined) {
      end(response, 403, 'text/plain', 'This token is not good, or was used.')
      return
    }
    end(response, 200, 'application/json', JSON.stringify({ key }))
    entered()
  }

  const stream = (message: IncomingMessage, response: ServerResponse): void => {
    if (isForeign(message.headers) || !admission.admits(bearer(message))) {
      end(response, 403, 'text/plain', 'This key is not good.')
      return
    }
    if (reading >= mostReaders) {
      end(response, 503, 'text/plain', 'Too many pages look already.')
      return
    }
    reading++
    response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' }).flushHeaders()
    const lastId = message.headers['last-event-id']?.toString()
    const reader = latestFrames(frames$, response, lastId, clock).subscribe()
    reader.add(() => {
      reading--
      readers.remove(reader)
    })
    readers.add(reader)
    response.once('close', () => reader.unsubscribe())
  }

  return (message, response, port) => {
    const { method = '', url = '' } = message
    if (isMisled(message.headers, port)) {
      end(response, 403, 'text/plain', 'This is another host.')
      return
    }
    switch (`${method} ${url}`) {
      case 'GET /':
        end(response, 200, 'text/html', html)
        return
      case 'GET /inspector.js':
        sendScript(response)
        return
      case 'POST /session':
        exchange(message, response)
        return
      case 'GET /events':
        stream(message, response)
        return
      default:
        end(response, 404, 'text/plain', 'There is nothing here.')
    }
  }
}
