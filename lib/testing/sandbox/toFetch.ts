import { of, Subscription } from 'rxjs'
import { bombBody, bombPadding, bytesBefore, ConnectionLost, type Cut, type Delivery } from './Delivery.js'
import type { Exchange } from './exchange.js'
import type { ReadTarget, WireRequest } from './WireRequest.js'

/** A function such as the platform's `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

const readRequest = async (request: Request, read: ReadTarget): Promise<WireRequest> => ({
  method: request.method,
  ...read(request.url),
  headers: Object.fromEntries(request.headers.entries()),
  body: await request.text(),
})

const fetchError = (cause: Error): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(cause, { code: 'ECONNRESET' }) })

const chunkSize = 65536

/** A huge body as a stream whose chunks are created on demand. */
const bombStream = (bytes: number): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const part = encoder.encode('x'.repeat(chunkSize))
  let remaining = bombPadding(bytes)
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(bombBody.head))
    },
    pull: (controller) => {
      if (remaining > 0) {
        controller.enqueue(part.subarray(0, Math.min(remaining, chunkSize)))
        remaining -= chunkSize
      } else {
        controller.enqueue(encoder.encode(bombBody.tail))
        controller.close()
      }
    },
  })
}

const cutStream = (cut: Cut, delivery: Delivery): ReadableStream<Uint8Array> => {
  let sent = false
  return new ReadableStream({
    pull: (controller) => {
      const bytes = sent ? undefined : bytesBefore(cut, delivery)
      sent = true
      if (bytes !== undefined && bytes.length > 0) controller.enqueue(bytes)
      else if (cut.isLengthDeclared || cut.isReset) controller.error(fetchError(new ConnectionLost()))
      else controller.close()
    },
  })
}

const toResponse = (delivery: Delivery): Response => {
  const { status, headers } = delivery.answer
  const hasNoBody = status === 204 || status === 205 || status === 304
  const body = delivery.bomb
    ? bombStream(delivery.bomb.bytes)
    : delivery.cut
      ? cutStream(delivery.cut, delivery)
      : delivery.answer.body
  return new Response(hasNoBody ? null : body, { status, headers })
}

/** The sandbox as a function that behaves like the platform's `fetch`, but does not follow redirects. */
export const toFetch =
  (exchange: Exchange, read: ReadTarget): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const wire = await readRequest(request, read)
    return new Promise((resolve, reject) => {
      const subscription = new Subscription()
      const abort = (): void => {
        subscription.unsubscribe()
        reject(signal.reason as Error)
      }
      if (signal.aborted) {
        abort()
        return
      }
      signal.addEventListener('abort', abort, { once: true })
      subscription.add(() => {
        signal.removeEventListener('abort', abort)
      })
      subscription.add(
        exchange(wire, (delivery) => of(toResponse(delivery))).subscribe({
          next: resolve,
          error: (error: unknown) => {
            subscription.unsubscribe()
            reject(error instanceof ConnectionLost ? fetchError(error) : (error as Error))
          },
          complete: () => {
            subscription.unsubscribe()
          },
        }),
      )
    })
  }
