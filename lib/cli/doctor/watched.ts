import { defer, tap, throwError } from 'rxjs'
import type { Clock, Http, HttpRequest, HttpResponse } from '../../index.js'

/** A request that was sent and answered: when by the machine's clock, and what came. */
export interface Exchange extends HttpResponse {
  readonly operation: string
  readonly sentAt: number
  readonly receivedAt: number
  /** Milliseconds by the monotonic clock. */
  readonly duration: number
}

/** A transport that is watched. */
export interface Watched {
  readonly http: Http
  /** How many requests were sent. */
  readonly sent: () => number
  /** The answers since the last time this was asked. */
  readonly take: () => ReadonlyArray<Exchange>
}

/** Nothing that changes anything is sent, whatever a profile calls for: a token is all that is asked for by POST. */
const isHarmless = ({ method, operation }: HttpRequest): boolean => method === 'GET' || operation === 'authenticate'

/** Notes every answer of a transport, with whatever status, and sends nothing that would change anything. */
export const watched = (http: Http, clock: Clock): Watched => {
  let exchanges: Array<Exchange> = []
  let sent = 0
  return {
    sent: () => sent,
    take: () => {
      const taken = exchanges
      exchanges = []
      return taken
    },
    http: (request) =>
      defer(() => {
        if (!isHarmless(request)) return throwError(() => new Error('not sent: it could change something'))
        sent++
        const sentAt = clock.wall()
        const start = clock.monotonic()
        return http(request).pipe(
          tap((response) => {
            exchanges.push({
              ...response,
              operation: request.operation,
              sentAt,
              receivedAt: clock.wall(),
              duration: clock.monotonic() - start,
            })
          }),
        )
      }),
  }
}
