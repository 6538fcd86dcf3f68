import { Readable } from 'node:stream'
import { catchError, defer, EMPTY, finalize, map, Observable, reduce, repeat, takeWhile, throwError } from 'rxjs'
import { bodyBytes } from '../../base/platform/bodyBytes.js'
import { RefusalError } from './WebhookRefusal.js'

/** The chunks of a web stream. A chunk is read once the previous one was emitted. */
const readWebStream = (body: ReadableStream<Uint8Array>): Observable<Uint8Array> =>
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
const readNodeStream = (message: Readable): Observable<Uint8Array> =>
  // Not `fromEvent`, which would remove the listeners: without one for errors, the process would exit at an error.
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

/** Whether all bytes of a request of Node can be read: nothing was read yet, and no encoding is set. */
const isUntouched = ({ readableDidRead, readableEncoding }: Readable): boolean =>
  !readableDidRead && readableEncoding === null

const chunks = ({ body, bodyUsed }: Request, context: unknown): Observable<Uint8Array> => {
  if (body !== null)
    return bodyUsed || body.locked ? throwError(() => new RefusalError('unreadable')) : readWebStream(body)
  if (!(context instanceof Readable)) return EMPTY
  return isUntouched(context) ? readNodeStream(context) : throwError(() => new RefusalError('unreadable'))
}

/**
 * Reads the body of a request as bytes.
 *
 * Cold. Emits the body and completes. Errors with a `RefusalError` if the body is longer than `limit` bytes, is
 * truncated, or was read before. It holds at most `limit` bytes in memory. Unsubscribing stops reading.
 *
 * - `context`: Node's own request, whose body is read if `request` has none.
 */
export const readBytes = (request: Request, context: unknown, limit: number): Observable<Uint8Array> =>
  defer(() => {
    const declaredLength = Number(request.headers.get('content-length') ?? 0)
    if (declaredLength > limit) return throwError(() => new RefusalError('tooLarge'))
    return chunks(request, context).pipe(
      // The chunks are not collected in an array: each may be a single byte, and an object for each could take more
      // than a hundred times `limit`.
      reduce(
        (bytes, { buffer, byteOffset, byteLength }) => {
          if (!bytes.add(Buffer.from(buffer, byteOffset, byteLength))) throw new RefusalError('tooLarge')
          return bytes
        },
        bodyBytes(limit, declaredLength),
      ),
      map((bytes) => bytes.whole()),
    )
  })
