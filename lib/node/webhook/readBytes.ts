import { Readable } from 'node:stream'
import { defer, EMPTY, map, Observable, reduce, throwError } from 'rxjs'
import { bodyBytes } from '../../platform/bodyBytes.js'
import { Refused } from './Refused.js'

/** The chunks of a stream of the platform, each asked for when the one before was taken. */
const chunksOf = (body: ReadableStream<Uint8Array>): Observable<Uint8Array> =>
  new Observable((subscriber) => {
    const reader = body.getReader()
    const fail = (): void => {
      subscriber.error(new Refused('unreadable'))
    }
    const take = (): void => {
      reader.read().then(({ done, value }) => {
        if (done) subscriber.complete()
        else {
          subscriber.next(value)
          take()
        }
      }, fail)
    }
    take()
    return () => {
      reader.cancel().catch(() => undefined)
    }
  })

/** The chunks of a request of Node; what comes after the last that is wanted is thrown away, as Node does unread. */
const chunksOfNode = (message: Readable): Observable<Uint8Array> =>
  new Observable((subscriber) => {
    const fail = (): void => {
      subscriber.error(new Refused('unreadable'))
    }
    message.on('data', (chunk: Uint8Array) => subscriber.next(chunk))
    message.once('end', () => subscriber.complete())
    message.once('close', fail)
    // An error that nobody listens for would end the process.
    message.on('error', fail)
    // A middleware may have paused it.
    message.resume()
  })

/** Whether its bytes can still be had: nobody has taken any, nor wants them as text. */
const isUntouched = ({ readableDidRead, readableEncoding }: Readable): boolean =>
  !readableDidRead && readableEncoding === null

const chunks = ({ body, bodyUsed }: Request, context: unknown): Observable<Uint8Array> => {
  if (body !== null) return bodyUsed || body.locked ? throwError(() => new Refused('unreadable')) : chunksOf(body)
  if (!(context instanceof Readable)) return EMPTY
  return isUntouched(context) ? chunksOfNode(context) : throwError(() => new Refused('unreadable'))
}

/**
 * Reads the body of a request, byte for byte.
 *
 * Cold. Emits it and completes; errors with `Refused` when it is longer than `limit`, of which no more is kept, when it
 * ends before its end, and when somebody has read it before. Unsubscribing stops reading.
 *
 * - `context`: Node's own request, where the other has no body of its own.
 */
export const readBytes = (request: Request, context: unknown, limit: number): Observable<Uint8Array> =>
  defer(() => {
    const expected = Number(request.headers.get('content-length') ?? 0)
    if (expected > limit) return throwError(() => new Refused('tooLarge'))
    return chunks(request, context).pipe(
      // A chunk may be a single byte, and an object for each would take more than a hundred times of the limit.
      reduce(
        (bytes, { buffer, byteOffset, byteLength }) => {
          if (!bytes.add(Buffer.from(buffer, byteOffset, byteLength))) throw new Refused('tooLarge')
          return bytes
        },
        bodyBytes(limit, expected),
      ),
      map((bytes) => bytes.whole()),
    )
  })
