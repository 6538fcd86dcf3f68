import { from, Observable, type Subscriber } from 'rxjs'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'

/** What a policy does with the outcome of one attempt. */
export interface Interceptor {
  /** Returns the response to pass on. If it throws, the attempt fails with the thrown error. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** Returns the error to pass on. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** Called when the attempt has completed, failed or was unsubscribed from. */
  readonly end?: (request: HttpRequest) => void
}

/**
 * Creates the interceptor of one attempt, or throws the error of the attempt. `fail` makes the attempt fail with an
 * error.
 */
export type BeginAttempt = (request: HttpRequest, fail: (error: unknown) => void) => Interceptor

interface Intercepted {
  /** The policies, the outermost first. An `Interceptor` is used for every attempt. */
  readonly policies: ReadonlyArray<BeginAttempt | Interceptor>
  /** The `Http` that the policies wrap. */
  readonly inner: Http
}

const interceptedBy = /* @__PURE__ */ new WeakMap<Http, Intercepted>()

/**
 * Makes one attempt. Written without operators: a request passes five interceptors, and each would cost two
 * subscriptions. Here all of them share one.
 */
const attempt = (
  { policies, inner }: Intercepted,
  request: HttpRequest,
  subscriber: Subscriber<HttpResponse>,
): void => {
  const interceptors: Array<Interceptor> = []
  let isOver = false

  /** Passes an error of the interceptor at `index` through the outer interceptors. */
  const fail = (index: number, error: unknown): void => {
    if (isOver) return
    isOver = true
    let current = error
    for (let i = index - 1; i >= 0 && !subscriber.closed; i--)
      try {
        current = interceptors[i]?.error?.(current, request) ?? current
      } catch (thrown) {
        current = thrown
      }
    subscriber.error(current)
  }

  const next = (response: HttpResponse): void => {
    if (isOver) return
    isOver = true
    let i = interceptors.length
    let result = response
    try {
      while (i > 0 && !subscriber.closed) result = interceptors[--i]?.next?.(result, request) ?? result
    } catch (error) {
      isOver = false
      fail(i, error)
      return
    }
    subscriber.next(result)
    subscriber.complete()
  }

  const error = (thrown: unknown): void => fail(interceptors.length, thrown)

  // Creates the error only if it is needed, because that is slow.
  const complete = (): void => {
    if (!isOver) error(new Error('no response'))
  }

  try {
    for (let i = 0; i < policies.length && !subscriber.closed; i++) {
      const begin = policies[i] as BeginAttempt | Interceptor
      interceptors.push(typeof begin === 'function' ? begin(request, (thrown) => fail(i, thrown)) : begin)
    }
    // Added before the request is sent, so that no request is sent if an interceptor makes the consumer unsubscribe.
    const inner$ = new Observable<HttpResponse>((innerSubscriber) => {
      subscriber.add(innerSubscriber)
      // `from`, because a transport may return an Observable of another copy of RxJS.
      from(inner(request)).pipe(ignoreTeardownErrors).subscribe(innerSubscriber)
    })
    if (!subscriber.closed) inner$.subscribe({ next, error, complete })
  } catch (thrown) {
    error(thrown)
  } finally {
    // Added last, so that the request is aborted before `end` of the interceptors is called.
    subscriber.add(() => {
      for (let i = interceptors.length - 1; i >= 0; i--) interceptors[i]?.end?.(request)
    })
  }
}

/**
 * Creates a policy that handles the outcome of each attempt. Adjacent policies are merged, so that any number of them
 * costs one subscription. The first response completes the attempt. Completion without a response is an error.
 */
export const intercept =
  (begin: BeginAttempt | Interceptor): Policy =>
  (next) => {
    const { policies, inner } = interceptedBy.get(next) ?? { policies: [], inner: next }
    const all: Intercepted = { policies: [begin, ...policies], inner }
    const http: Http = (request) => new Observable((subscriber) => attempt(all, request, subscriber))
    interceptedBy.set(http, all)
    return http
  }
