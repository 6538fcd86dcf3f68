import type { Connection } from '../http/Connection.js'
import type { Http, Policy } from '../http/Http.js'
import { budget } from '../http/budget/budget.js'
import type { WindowAllowance } from './ExposeConfig.js'

/** Makes of a connection one whose requests leave as a window may ask. */
export type Meter = (connection: Connection) => Connection

/** The longest `timeout` that a page may ask for, unless the client's is longer: an aborted request counts for so long. */
const longest = 60_000

const untold = (): undefined => undefined

/**
 * The meter of one window, which all its ports share, whatever becomes of its pages: requests beyond the allowance wait
 * for their turn, those that somebody waits for before those of watchers.
 */
export const windowMeter = ({ requests = 600, per = 60_000, maxWaiting = 256 }: WindowAllowance): Meter => {
  let policy: Policy | undefined
  return (connection) => {
    const { clock, http, once, random } = connection
    policy ??= budget(clock, random, untold, { limits: { application: { requests, per } }, maxWaiting })('page')
    const counted = policy
    const most = Math.max(connection.timeout, longest)
    const metered = (next: Http): Http => {
      const sent = counted(next)
      return (request) => sent(request.timeout > most ? { ...request, timeout: most } : request)
    }
    return { ...connection, http: metered(http), once: metered(once), origin: connection }
  }
}
