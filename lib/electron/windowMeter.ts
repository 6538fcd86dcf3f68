import { budget } from '../http/budget/budget.js'
import type { Connection } from '../http/Connection.js'
import type { Http, Policy } from '../http/Http.js'
import type { WindowAllowance } from './ExposeConfig.js'

/** Limits the requests of a connection to those that its window may send. */
export type Meter = (connection: Connection) => Connection

/**
 * The maximum `timeout` of requests of a page, unless the client's is longer; an aborted request takes a permit for so
 * long.
 */
const longest = 60_000

const noEvents = (): undefined => undefined

/**
 * Creates the meter of one window, which all its ports share, also after it loads another page. Requests beyond the
 * allowance wait in a queue, interactive ones before those of watchers.
 */
export const windowMeter = ({ requests = 600, per = 60_000, maxWaiting = 256 }: WindowAllowance): Meter => {
  let policy: Policy | undefined
  return (connection) => {
    const { clock, http, once, random } = connection
    policy ??= budget(clock, random, noEvents, { limits: { application: { requests, per } }, maxWaiting })('page')
    const counted = policy
    const most = Math.max(connection.timeout, longest)
    const metered = (next: Http): Http => {
      const sent = counted(next)
      return (request) => sent(request.timeout > most ? { ...request, timeout: most } : request)
    }
    return { ...connection, http: metered(http), once: metered(once), origin: connection }
  }
}
