import { Readable } from 'node:stream'
import { defer, EMPTY, map, Observable, reduce, throwError } from 'rxjs'
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
    message.on('data', (chunk: Uint8Array) => subscriber.next(chunk))
    message.once('end', () => subscriber.complete())
    message.once('close', () => subscriber.error(new Refused('unreadable')))
  })

const chunks = ({ body, bodyUsed }: Request, context: unknown): Observable<Uint8Array> => {
  if (body !== null) return bodyUsed || body.locked ? throwError(() => new Refused('unreadable')) : chunksOf(body)
  if (!(context instanceof Readable)) return EMPTY
  return context.readableDidRead ? throwError(() => new Refused('unreadable')) : chunksOfNode(context)
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
    if (Number(request.headers.get('content-length') ?? 0) > limit) return throwError(() => new Refused('tooLarge'))
    let size = 0
    return chunks(request, context).pipe(
      reduce((kept, chunk) => {
        size += chunk.length
        if (size > limit) throw new Refused('tooLarge')
        kept.push(chunk)
        return kept
      }, [] as Array<Uint8Array>),
      map((kept) => Buffer.concat(kept)),
    )
  })
