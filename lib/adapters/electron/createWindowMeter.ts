import { budget } from '../../http/budget/budget.js'
import type { Connection } from '../../http/Connection.js'
import type { Http, Policy } from '../../http/Http.js'
import type { WindowAllowance } from './ExposeConfig.js'

/** Adds the limit of a window to a connection. */
export type Meter = (connection: Connection) => Connection

/**
 * The maximum `timeout` of a page's requests, unless the client's is longer. It is limited because an aborted request
 * keeps its permit until the end of its timeout.
 */
const maxTimeoutMs = 60_000

const noEvents = (): undefined => undefined

/**
 * Creates the meter of one window. All ports of the window share it, also after the window has loaded another page.
 * Requests beyond the limit wait in a queue, interactive requests before background requests.
 */
export const createWindowMeter = ({ requests = 600, per = 60_000, maxWaiting = 256 }: WindowAllowance): Meter => {
  let policy: Policy | undefined
  return (connection) => {
    const { clock, http, httpOnce, random } = connection
    policy ??= budget(clock, random, noEvents, { limits: { application: { requests, per } }, maxWaiting })('page')
    const windowPolicy = policy
    const timeoutLimit = Math.max(connection.timeout, maxTimeoutMs)
    const withMeter = (next: Http): Http => {
      const send = windowPolicy(next)
      return (request) => send(request.timeout > timeoutLimit ? { ...request, timeout: timeoutLimit } : request)
    }
    return { ...connection, http: withMeter(http), httpOnce: withMeter(httpOnce), parent: connection }
  }
}
