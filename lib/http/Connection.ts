import type { Clock } from '../base/clock/Clock.js'
import type { Emit } from '../base/event/eventHub.js'
import type { BaseUrl } from './baseUrl.js'
import type { Http } from './Http.js'

/** Gets the outcome of each authentication; the request number identifies the authentication. */
export interface AuthenticationListener {
  /** Called when a token was issued. The token is in use as long as `isLive` returns `true`. */
  readonly onToken: (number: number, isLive: () => boolean) => void
  /** Called when the authentication is over, with or without a token. */
  readonly onEnd: (number: number) => void
}

/**
 * What an interpreter needs to send requests on behalf of one principal.
 *
 * - `client`, `principal`: the client and the principal that send the requests. A page link works only for both of
 *   them.
 * - `isNamed`: whether `principal` identifies the user in other processes, too.
 * - `http`: sends a request through every policy.
 * - `httpOnce`: the same without the retry policy, for interpreters with their own back-off.
 * - `promote`: makes the user's authentication with this request number interactive, because an interactive request
 *   needs the token.
 * - `headers`: the headers of every request, including the version header.
 * - `query`: parameters that are added to the URL of every request, including page links.
 * - `parent`: the connection from which this one was derived, if any. Both share the state of the parent.
 * - `nextRequestNumber`, `nextWatcherNumber`: return the next number of a request or a watcher.
 */
export interface Connection {
  readonly client: object
  readonly principal: string
  readonly isNamed: boolean
  readonly http: Http
  readonly httpOnce: Http
  readonly promote: (number: number) => void
  readonly baseUrl: BaseUrl
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly timeout: number
  readonly maxBodySize: number
  readonly clock: Clock
  readonly random: () => number
  readonly emit: Emit
  readonly parent?: Connection
  readonly nextRequestNumber: () => number
  readonly nextWatcherNumber: () => number
}
