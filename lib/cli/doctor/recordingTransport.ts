import { defer, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import type { Http } from '../../http/Http.js'
import type { HttpRequest } from '../../http/HttpRequest.js'
import type { HttpResponse } from '../../http/HttpResponse.js'

/** A request and its answer, with the times at which they were sent and received by the wall clock. */
export interface RecordedExchange extends HttpResponse {
  readonly operation: string
  readonly request: HttpRequest
  readonly sentAt: number
  readonly receivedAt: number
  /** By the monotonic clock, in milliseconds. */
  readonly duration: number
}

/** A transport that records its exchanges. */
export interface RecordingTransport {
  readonly http: Http
  /** How many requests were sent. */
  readonly sent: () => number
  /** The exchanges since the last call. */
  readonly take: () => ReadonlyArray<RecordedExchange>
}

/** Only GET and the request for a token are sent, whatever methods a profile has. */
const isHarmless = ({ method, operation }: HttpRequest): boolean => method === 'GET' || operation === 'authenticate'

/** Records every answer of a transport, with any status, and refuses requests that could change data. */
export const createRecordingTransport = (http: Http, clock: Clock): RecordingTransport => {
  let exchanges: Array<RecordedExchange> = []
  let sent = 0
  return {
    sent: () => sent,
    take: () => {
      const recorded = exchanges
      exchanges = []
      return recorded
    },
    http: (request) =>
      defer(() => {
        if (!isHarmless(request)) return throwError(() => new Error('not sent: it could change data'))
        sent++
        const sentAt = clock.wall()
        const start = clock.monotonic()
        return http(request).pipe(
          tap((response) => {
            exchanges.push({
              ...response,
              operation: request.operation,
              request,
              sentAt,
              receivedAt: clock.wall(),
              duration: clock.monotonic() - start,
            })
          }),
        )
      }),
  }
}
