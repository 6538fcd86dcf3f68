import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Observable, Subscription } from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { latestFrames, type StateFrame } from './latestFrames.js'
import type { PageKeys } from './pageKeys.js'

/**
 * The `Host` headers that a request to this port may have. An attacker can make any other name resolve to this machine (DNS
 * rebinding).
 */
const allowedHosts = (port: number): ReadonlyArray<string> =>
  ['127.0.0.1', 'localhost'].map((name) => `${name}:${String(port)}`)

/** Whether a request is for a foreign host, as in DNS rebinding. */
export const isForeignHost = ({ host = '' }: IncomingHttpHeaders, port: number): boolean =>
  !allowedHosts(port).includes(host)

/** Whether a request was possibly sent by a page of another origin. */
export const isForeignOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers
  return origin !== `http://${host}` || site !== 'same-origin'
}

/** The page. Its script draws the content. */
const inspectorHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>RxBank inspector</title>
    <script type="module" src="/inspector.js"></script>
  </head>
  <body>
    <noscript>The inspector needs JavaScript.</noscript>
  </body>
</html>
`

/**
 * The headers of every response: no caching, no embedding, and scripts and connections from this origin only.
 */
const inspectorHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** The parts that the routes need. */
export interface RoutesConfig {
  readonly pageKeys: PageKeys
  readonly clock: Clock
  readonly frames$: Observable<StateFrame>
  readonly script: () => string
  /** Called when a token was used. */
  readonly onTokenUsed: () => void
  /** Called when the script cannot be read. */
  readonly onScriptError: (error: unknown) => void
}

/** The maximum number of connected pages. */
export const maxReaders = 16

const respond = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, { ...inspectorHeaders, 'Content-Type': `${type}; charset=utf-8` }).end(body)
}

const bearer = ({ headers: { authorization = '' } }: IncomingMessage): string => authorization.replace(/^Bearer /, '')

/**
 * Answers the requests of pages at a port: `/` and its script, `POST /session` exchanges a token for a key, and `/events`
 * sends the inspection as server-sent events to a page with a key. A request for another host, or for data from another
 * origin, is refused with 403.
 */
export const inspectorRoutes = (
  { pageKeys, clock, frames$, script, onTokenUsed, onScriptError }: RoutesConfig,
  readers: Subscription,
): ((message: IncomingMessage, response: ServerResponse, port: number) => void) => {
  let readerCount = 0

  const sendScript = (response: ServerResponse): void => {
    try {
      respond(response, 200, 'text/javascript', script())
    } catch (error) {
      respond(response, 500, 'text/plain', 'The script is missing.')
      onScriptError(error)
    }
  }

  const exchange = (message: IncomingMessage, response: ServerResponse): void => {
    const key = isForeignOrigin(message.headers) ? undefined : pageKeys.exchange(bearer(message))
    if (key === undefined) {
      respond(response, 403, 'text/plain', 'The token is invalid or was used before.')
      return
    }
    respond(response, 200, 'application/json', JSON.stringify({ key }))
    onTokenUsed()
  }

  const stream = (message: IncomingMessage, response: ServerResponse): void => {
    if (isForeignOrigin(message.headers) || !pageKeys.isValid(bearer(message))) {
      respond(response, 403, 'text/plain', 'The key is invalid.')
      return
    }
    if (readerCount >= maxReaders) {
      respond(response, 503, 'text/plain', 'Too many pages are connected.')
      return
    }
    readerCount++
    response.writeHead(200, { ...inspectorHeaders, 'Content-Type': 'text/event-stream; charset=utf-8' }).flushHeaders()
    const lastId = message.headers['last-event-id']?.toString()
    const reader = latestFrames(frames$, response, lastId, clock).subscribe()
    reader.add(() => {
      readerCount--
      readers.remove(reader)
    })
    readers.add(reader)
    response.once('close', () => reader.unsubscribe())
  }

  return (message, response, port) => {
    const { method = '', url = '' } = message
    if (isForeignHost(message.headers, port)) {
      respond(response, 403, 'text/plain', 'Wrong host.')
      return
    }
    switch (`${method} ${url}`) {
      case 'GET /':
        respond(response, 200, 'text/html', inspectorHtml)
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
        respond(response, 404, 'text/plain', 'Not found.')
    }
  }
}
