import { from, Observable, take, throwIfEmpty } from 'rxjs'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'

/** What a policy does with the outcome of one attempt. */
export interface Interceptor {
  /** Returns the answer to pass on. If it throws, the attempt fails with the thrown error. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** Returns the error to pass on. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** Called when the attempt has ended or was unsubscribed from. */
  readonly end?: (request: HttpRequest) => void
}

/**
 * Creates the interceptor of one attempt, or throws the error of the attempt. `fail` ends the attempt with an error.
 */
export type BeginAttempt = (request: HttpRequest, fail: (error: unknown) => void) => Interceptor

/**
 * Creates a policy that handles how each attempt ends. The first answer ends the attempt. Completion without an answer is an
 * error. An error that `next` throws passes only through the policies outside of this one.
 */
export const intercept =
  (begin: BeginAttempt | Interceptor): Policy =>
  (next) =>
  (request) =>
    // Not `catchError` and `finalize`: this attempt has to end after the policies outside of this one have its outcome.
    new Observable((subscriber) => {
      if (subscriber.closed) return undefined
      const interceptor = typeof begin === 'function' ? begin(request, (error) => subscriber.error(error)) : begin
      const response$ = new Observable<HttpResponse>((inner) => {
        // Added before the request is sent. If an event makes the consumer unsubscribe, nothing is sent.
        subscriber.add(inner)
        // `from`, because a transport may return an Observable of another copy of RxJS.
        if (!inner.closed) from(next(request)).pipe(ignoreTeardownErrors).subscribe(inner)
      })
      response$
        .pipe(
          take(1),
          throwIfEmpty(() => new Error('no answer')),
        )
        .subscribe({
          next: (response) => {
            try {
              subscriber.next(interceptor.next?.(response, request) ?? response)
              subscriber.complete()
            } catch (error) {
              subscriber.error(error)
            }
          },
          error: (error: unknown) => {
            try {
              subscriber.error(interceptor.error?.(error, request) ?? error)
            } catch (thrown) {
              subscriber.error(thrown)
            }
          },
        })
      return () => interceptor.end?.(request)
    })
