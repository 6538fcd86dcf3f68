import { Observable } from 'rxjs'

/** The server refused the token or the key of this page, because it was never valid, or is no longer valid. */
export class AccessDenied extends Error {
  static {
    this.prototype.name = 'AccessDenied'
  }
}

/** The part of `fetch` that the page uses. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * Emits the body of a response as text, piece by piece as it arrives.
 *
 * Cold; completes when the response has ended. Errors with `AccessDenied` for the status 403, and with the platform's
 * error if there is no complete response. Unsubscribing aborts the request.
 */
export const readText = (fetch: Fetch, path: string, init: RequestInit): Observable<string> =>
  // Operators cannot express this: a `ReadableStream` is not iterable in all browsers, and unsubscribing must abort
  // `fetch`.
  new Observable((subscriber) => {
    const abort = new AbortController()
    subscriber.add(() => abort.abort())
    const read = async (): Promise<void> => {
      const { status, body } = await fetch(path, { ...init, signal: abort.signal })
      if (status === 403) throw new AccessDenied('the server refused the key of this page')
      if (status !== 200 || body === null) throw new Error(`the server answered ${String(status)}`)
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) subscriber.next(piece.value)
      subscriber.complete()
    }
    read().catch((error: unknown) => subscriber.error(error))
  })
