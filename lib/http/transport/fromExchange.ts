import { Observable } from 'rxjs'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { toClientError } from '../toClientError.js'

/** One request and its answer by a platform's own means; it ends early when the signal says so. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>

/** Makes a transport of an exchange: unsubscribing aborts, and what goes wrong is a `NetworkError`. */
export const fromExchange =
  (exchange: Exchange): Http =>
  (request) =>
    new Observable((subscriber) => {
      if (subscriber.closed) return
      const abort = new AbortController()
      let isWhole = false
      exchange(request, abort.signal).then(
        (response) => {
          isWhole = true
          subscriber.next(response)
          subscriber.complete()
        },
        (error: unknown) => {
          subscriber.error(toClientError(error, request))
        },
      )
      return () => {
        if (!isWhole) abort.abort()
      }
    })
