import { from, Observable, type Subscriber } from 'rxjs'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { relay, type RelayHandlers } from '../relay.js'

/** What a policy does with the outcome of one attempt. */
export interface Interceptor {
  /** Returns the answer that is passed on instead of this one. If it throws, the attempt fails with that. */
  readonly next?: (response: HttpResponse, request: HttpRequest) => HttpResponse
  /** Returns the error that is passed on instead of this one. */
  readonly error?: (error: unknown, request: HttpRequest) => unknown
  /** Called when the attempt has ended or was unsubscribed from. */
  readonly end?: (request: HttpRequest) => void
}

/**
 * Creates the interceptor of one attempt, or throws the error of the attempt. `fail` ends the attempt before it is
 * answered.
 */
export type BeginAttempt = (request: HttpRequest, fail: (error: unknown) => void) => Interceptor

interface Intercepted {
  /** The outermost is first. An interceptor without a function is used for every attempt. */
  readonly policies: ReadonlyArray<BeginAttempt | Interceptor>
  /** The `Http` inside of all of them. */
  readonly inner: Http
}

const interceptedBy = /* @__PURE__ */ new WeakMap<Http, Intercepted>()

/** One attempt, for one subscriber. */
class Attempt implements RelayHandlers<HttpResponse> {
  readonly #request: HttpRequest
  readonly #subscriber: Subscriber<HttpResponse>
  readonly #interceptors: Array<Interceptor> = []
  #isOver = false

  constructor(request: HttpRequest, subscriber: Subscriber<HttpResponse>) {
    this.#request = request
    this.#subscriber = subscriber
  }

  begin({ policies, inner }: Intercepted): void {
    const request = this.#request
    const subscriber = this.#subscriber
    try {
      for (let i = 0; i < policies.length && !subscriber.closed; i++) {
        const begin = policies[i] as BeginAttempt | Interceptor
        this.#interceptors.push(typeof begin === 'function' ? begin(request, (thrown) => this.#fail(i, thrown)) : begin)
      }
      // `from`, because a transport may return an Observable of another copy of RxJS.
      if (!subscriber.closed) relay(from(inner(request)), subscriber, this)
    } catch (thrown) {
      this.error(thrown)
    } finally {
      // Added last, so that the source is unsubscribed from before the interceptors end.
      subscriber.add(this)
    }
  }

  /** Passes an error of the interceptor at `index` to the interceptors outside of it. */
  #fail(index: number, error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    let passed = error
    for (let i = index - 1; i >= 0 && !this.#subscriber.closed; i--)
      try {
        passed = this.#interceptors[i]?.error?.(passed, this.#request) ?? passed
      } catch (thrown) {
        passed = thrown
      }
    this.#subscriber.error(passed)
  }

  next(response: HttpResponse): void {
    if (this.#isOver) return
    this.#isOver = true
    let i = this.#interceptors.length
    let answer = response
    try {
      while (i > 0 && !this.#subscriber.closed)
        answer = this.#interceptors[--i]?.next?.(answer, this.#request) ?? answer
    } catch (error) {
      this.#isOver = false
      this.#fail(i, error)
      return
    }
    this.#subscriber.next(answer)
    this.#subscriber.complete()
  }

  error(thrown: unknown): void {
    this.#fail(this.#interceptors.length, thrown)
  }

  complete(): void {
    // The error is created only when needed: that costs more than everything else here.
    if (!this.#isOver) this.error(new Error('no answer'))
  }

  unsubscribe(): void {
    for (let i = this.#interceptors.length - 1; i >= 0; i--) this.#interceptors[i]?.end?.(this.#request)
  }
}

/**
 * A policy that sees how each attempt ends. Adjacent ones are merged, so that any number of them costs one
 * subscription. The first answer ends the attempt; completion without an answer is an error.
 */
export const intercept =
  (begin: BeginAttempt | Interceptor): Policy =>
  (next) => {
    const { policies, inner } = interceptedBy.get(next) ?? { policies: [], inner: next }
    const all: Intercepted = { policies: [begin, ...policies], inner }
    const http: Http = (request) => new Observable((subscriber) => new Attempt(request, subscriber).begin(all))
    interceptedBy.set(http, all)
    return http
  }
