import type { Clock } from '../base/clock/Clock.js'
import type { Emit } from '../base/event/eventHub.js'
import type { BaseUrl } from './baseUrl.js'
import type { Http } from './Http.js'

/**
 * What an interpreter needs to send requests on behalf of one principal.
 *
 * - `client`, `principal`: whose requests they are; page links of one are refused by another.
 * - `isNamed`: whether `principal` identifies the user in other processes, too.
 * - `http`: sends a request through every policy.
 * - `once`: the same without the retry policy, for interpreters that have a back-off of their own.
 * - `promote`: makes the user's authentication with this number an interactive request, as soon as an interactive one
 *   needs it.
 * - `headers`: what every request carries, the version header among them.
 * - `query`: parameters that are added to the URL of every request, also to that of a page link.
 * - `origin`: the connection that this one was derived from, if any; state that belongs to a connection is stored by
 *   it.
 * - `nextNumber`: returns the next number of a request.
 * - `nextWatcher`: returns the next number of a watcher.
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
