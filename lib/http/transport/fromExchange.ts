import { isLeft } from 'fp-ts/lib/Either.js'
import { Observable } from 'rxjs'
import { absoluteUrl } from '../absoluteUrl.js'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'

/** Sends one request and resolves to its answer; `signal` aborts it. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Creates a transport from an exchange. Unsubscribing aborts the exchange, and any error becomes a `ClientError`. */
export const fromExchange =
  (exchange: Exchange): Http =>
  (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      // A browser's `fetch` would resolve a relative URL against the URL of the page.
      const url = absoluteUrl(request)
      if (isLeft(url)) {
        subscriber.error(url.left)
        return
      }
      const abort = new AbortController()
      let isComplete = false
      exchange(request, abort.signal).then(
        (response) => {
          isComplete = true
          subscriber.next(response)
          subscriber.complete()
        },
        (error: unknown) => {
          subscriber.error(toClientError(error, request))
        },
      )
      return () => {
        if (!isComplete) abort.abort()
      }
    })
