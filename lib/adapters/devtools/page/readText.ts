import { Observable } from 'rxjs'

/** The server does not let this page look: its token or its key is not, or no more, valid. */
export class Refused extends Error {
  static {
    this.prototype.name = 'Refused'
  }
}

/** The part of `fetch` that the page uses. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

/**
 * The body of an answer as text, in the pieces in which it comes.
 *
 * Cold; completes when the answer has ended. Errors with `Refused` for the status 403, and with the platform's error
 * where there is no whole answer. Unsubscribing aborts the request.
 */
export const readText = (fetch: Fetch, path: string, init: RequestInit): Observable<string> =>
  new Observable((subscriber) => {
    const leaving = new AbortController()
    subscriber.add(() => leaving.abort())
    const read = async (): Promise<void> => {
      const { status, body } = await fetch(path, { ...init, signal: leaving.signal })
      if (status === 403) throw new Refused('the server does not let this page look')
      if (status !== 200 || body === null) throw new Error(`the server has answered ${String(status)}`)
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) subscriber.next(piece.value)
      subscriber.complete()
    }
    read().catch((error: unknown) => subscriber.error(error))
  })
