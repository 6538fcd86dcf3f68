import { some } from 'fp-ts/lib/Option.js'
import { catchError, of, throwError } from 'rxjs'
import { DecodeError } from '../../base/error/DecodeError.js'
import { NetworkError } from '../../base/error/NetworkError.js'
import { reveal } from '../../base/Redacted.js'
import type { Http } from '../../http/Http.js'
import { type HttpRequest, wireHeaders, wireUrl } from '../../http/HttpRequest.js'
import { bytesBefore, ConnectionLost, type Cut, type Delivery, fullBody } from './Delivery.js'
import type { Exchange } from './exchange.js'
import type { ReadTarget } from './WireRequest.js'

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> => {
  const result: Record<string, string> = {}
  for (const name in headers) result[name.toLowerCase()] = headers[name] ?? ''
  return result
}

const connectionLost = ({ operation, page, url }: HttpRequest): NetworkError =>
  new NetworkError({ operation, page, origin: URL.canParse(url) ? new URL(url).origin : '', code: some('ECONNRESET') })

const isTooLarge = ({ answer, bomb }: Delivery, limit: number): boolean => {
  if (bomb !== undefined) return bomb.bytes > limit
  return answer.body.length * 3 > limit && new TextEncoder().encode(answer.body).length > limit
}

const textBefore = (cut: Cut, delivery: Delivery): string => new TextDecoder().decode(bytesBefore(cut, delivery))

/** The sandbox as a transport for clients in the same process; it answers synchronously unless a fault delays it. */
export const toHttp =
  (exchange: Exchange, read: ReadTarget): Http =>
  (request) => {
    const { operation, page } = request
    const wire = {
      method: request.method,
      ...read(wireUrl(request)),
      headers: lowerCase(wireHeaders(request)),
      body: request.body._tag === 'Some' ? reveal(request.body.value) : '',
    }
    return exchange(wire, (delivery) => {
      const { cut } = delivery
      if (cut && (cut.isLengthDeclared || cut.isReset)) return throwError(() => new ConnectionLost())
      if (isTooLarge(delivery, request.maxBodySize)) {
        return throwError(() => new DecodeError({ operation, page, reason: 'too-large' }))
      }
      const { status, headers } = delivery.answer
      return of({ status, headers, body: cut ? textBefore(cut, delivery) : fullBody(delivery) })
    }).pipe(
      catchError((error: unknown) =>
        throwError(() => (error instanceof ConnectionLost ? connectionLost(request) : error)),
      ),
    )
  }
