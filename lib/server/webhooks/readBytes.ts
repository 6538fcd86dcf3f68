import { Readable } from 'node:stream'
import { defer, EMPTY, map, Observable, reduce, throwError } from 'rxjs'
import { bodyBytes } from '../../base/platform/bodyBytes.js'
import { Refused } from './RefusalError.js'

/** The chunks of a web stream; each is read when the one before was emitted. */
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

/** The chunks of a request of Node. After unsubscribing, Node reads and drops the rest of the body. */
const chunksOfNode = (message: Readable): Observable<Uint8Array> =>
  new Observable((subscriber) => {
    const fail = (): void => {
      subscriber.error(new Refused('unreadable'))
    }
    message.on('data', (chunk: Uint8Array) => subscriber.next(chunk))
    message.once('end', () => subscriber.complete())
    message.once('close', fail)
    // Without a listener, an error would end the process.
    message.on('error', fail)
    // A middleware may have paused the stream.
    message.resume()
  })

/** Whether the bytes of a request of Node can still be read: nothing was read yet, and no encoding was set. */
const isUntouched = ({ readableDidRead, readableEncoding }: Readable): boolean =>
  !readableDidRead && readableEncoding === null

const chunks = ({ body, bodyUsed }: Request, context: unknown): Observable<Uint8Array> => {
  if (body !== null) return bodyUsed || body.locked ? throwError(() => new Refused('unreadable')) : chunksOf(body)
  if (!(context instanceof Readable)) return EMPTY
  return isUntouched(context) ? chunksOfNode(context) : throwError(() => new Refused('unreadable'))
}

/**
 * Reads the body of a request as bytes.
 *
 * Cold. Emits the body and completes. Errors with `Refused` if the body is longer than `limit`, of which no more is
 * kept, if it is cut off, and if it was read before. Unsubscribing stops reading.
 *
 * - `context`: Node's own request, whose body is read if `request` has none.
 */
export const readBytes = (request: Request, context: unknown, limit: number): Observable<Uint8Array> =>
  defer(() => {
    const expected = Number(request.headers.get('content-length') ?? 0)
    if (expected > limit) return throwError(() => new Refused('tooLarge'))
    return chunks(request, context).pipe(
      // A chunk may be a single byte. Keeping an object for each chunk would take more than a hundred times the limit.
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
