import { Readable } from 'node:stream'
import { catchError, defer, EMPTY, finalize, map, Observable, reduce, repeat, takeWhile, throwError } from 'rxjs'
import { bodyBytes } from '../../base/platform/bodyBytes.js'
import { RefusalError } from './RefusalError.js'

/** The chunks of a web stream; each is read when the one before was emitted. */
const chunksOf = (body: ReadableStream<Uint8Array>): Observable<Uint8Array> =>
  defer(() => {
    const reader = body.getReader()
    return defer(() => reader.read()).pipe(
      repeat(),
      takeWhile(({ done }) => !done),
      map(({ value }) => value as Uint8Array),
      catchError(() => throwError(() => new RefusalError('unreadable'))),
      finalize(() => void reader.cancel().catch(() => undefined)),
    )
  })

/** The chunks of a request of Node. After unsubscribing, Node reads and drops the rest of the body. */
const chunksOfNode = (message: Readable): Observable<Uint8Array> =>
  // Not `fromEvent`, which would remove the listeners: without one for errors, an error would end the process.
  new Observable((subscriber) => {
    const fail = (): void => {
      subscriber.error(new RefusalError('unreadable'))
    }
    message.on('data', (chunk: Uint8Array) => subscriber.next(chunk))
    message.once('end', () => subscriber.complete())
    message.once('close', fail)
    message.on('error', fail)
    // A middleware may have paused the stream.
    message.resume()
  })

/** Whether the bytes of a request of Node can still be read: nothing was read yet, and no encoding was set. */
const isUntouched = ({ readableDidRead, readableEncoding }: Readable): boolean =>
  !readableDidRead && readableEncoding === null

const chunks = ({ body, bodyUsed }: Request, context: unknown): Observable<Uint8Array> => {
  if (body !== null) return bodyUsed || body.locked ? throwError(() => new RefusalError('unreadable')) : chunksOf(body)
  if (!(context instanceof Readable)) return EMPTY
  return isUntouched(context) ? chunksOfNode(context) : throwError(() => new RefusalError('unreadable'))
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
    if (expected > limit) return throwError(() => new RefusalError('tooLarge'))
    return chunks(request, context).pipe(
      // A chunk may be a single byte. Keeping an object for each chunk would take more than a hundred times the limit.
      reduce(
        (bytes, { buffer, byteOffset, byteLength }) => {
          if (!bytes.add(Buffer.from(buffer, byteOffset, byteLength))) throw new RefusalError('tooLarge')
          return bytes
        },
        bodyBytes(limit, expected),
      ),
      map((bytes) => bytes.whole()),
    )
  })
