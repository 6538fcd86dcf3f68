import type { Clock } from '../clock/Clock.js'
import type { Emit } from '../event/eventHub.js'
import type { BaseUrl } from './baseUrl.js'
import type { Http } from './Http.js'

/**
 * All that an interpreter needs to send requests on somebody's behalf.
 *
 * - `client`, `principal`: for whom; links of one do not serve another.
 * - `isNamed`: whether `principal` means the same user in another process.
 * - `http`: with every policy.
 * - `once`: the same without the retry policy, for those who back off themselves.
 * - `promote`: somebody waits for the user's authentication: it is no background request any more.
 * - `headers`: what every request carries, the version header among them.
 * - `query`: what the URL of every request has beyond the request's own, or beyond that of the link that it follows.
 * - `origin`: the connection that this one was made of, where it was; what is remembered by connection is by that.
 * - `nextNumber`: counts requests.
 * - `nextWatcher`: counts watchers.
 */
export interface Connection {
  readonly client: object
  readonly principal: string
  readonly isNamed: boolean
  readonly http: Http
  readonly once: Http
  readonly promote: () => void
  readonly baseUrl: BaseUrl
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly timeout: number
  readonly maxBodySize: number
  readonly clock: Clock
  readonly random: () => number
  readonly emit: Emit
  readonly origin?: Connection
  readonly nextNumber: () => number
  readonly nextWatcher: () => number
}
