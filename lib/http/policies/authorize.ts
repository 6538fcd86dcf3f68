import { none } from 'fp-ts/lib/Option.js'
import { Observable, type Subscriber } from 'rxjs'
import { RequestWithheld } from '../../error/RequestWithheld.js'
import type { AccessToken } from '../../model/AccessToken.js'
import { redact, type Redacted, reveal } from '../../model/Redacted.js'
import { type Admission, PermitDeclined } from '../budget/Admission.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { latest } from '../latest.js'
import { mergeHeaders } from '../mergeHeaders.js'
import { once } from '../once.js'
import { relay, type RelayHandlers } from '../relay.js'
import { isUnauthorized } from './isUnauthorized.js'

/** The bearer tokens of one user. */
export interface TokenSource {
  /** The token that a request may use at once, if there is one. */
  readonly ready?: () => AccessToken | undefined
  /**
   * Emits one token that has not expired, for a request of this priority, `interactive` by default; waits at most
   * `timeout` milliseconds. Once `hurry$` emits, the priority is `interactive`.
   */
  readonly take: (timeout: number, priority?: Priority, hurry$?: Observable<unknown>) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly lives: (token: AccessToken) => boolean
  /** Whether another process issued this token, which may have been refused already before it was taken. */
  readonly isAdopted?: (token: AccessToken) => boolean
  /** Called when the service refused this token; returns whether another one may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
  /** Called when the service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

type Headers = HttpRequest['headers']

/** Makes the headers of a request with a token. */
type Authorizing = (token: Redacted<string>) => (headers: Headers) => Headers

/** A request is withheld after this many tokens have expired or were refused while it waited for its permits. */
const mostDeadTokens = 3

/** One request of a user, with one token after the other. It is the admission of the request that it sends, too. */
class Authorized implements RelayHandlers<HttpResponse>, Admission<HttpRequest> {
  readonly #tokens: TokenSource
  readonly #authorized: Authorizing
  readonly #next: Http
  readonly #request: HttpRequest
  readonly #subscriber: Subscriber<HttpResponse>
  #token!: AccessToken
  #replays = 1
  #deadTokens = 0
  waitsSince: number | undefined

  constructor(
    tokens: TokenSource,
    authorized: Authorizing,
    next: Http,
    request: HttpRequest,
    subscriber: Subscriber<HttpResponse>,
  ) {
    this.#tokens = tokens
    this.#authorized = authorized
    this.#next = next
    this.#request = request
    this.#subscriber = subscriber
  }

  /** Sends it with the next token. */
  attempt(): void {
    const request = this.#request
    const ready = this.#tokens.ready?.()
    if (ready !== undefined) {
      this.#send(ready)
      return
    }
    let isTaken = false
    relay(this.#tokens.take(request.timeout, request.priority, request.hurry$), this.#subscriber, {
      next: (token) => {
        isTaken = true
        this.#send(token)
      },
      complete: () => {
        if (!isTaken) this.#subscriber.complete()
      },
    })
  }

  #send(token: AccessToken): void {
    const request = this.#request
    this.#token = token
    const headers = this.#authorized(token.access_token)(request.headers)
    relay(this.#next({ ...request, headers, admission: this }), this.#subscriber, this)
  }

  #isWanted(): boolean {
    return this.#request.admission?.isStillWanted() !== false
  }

  isStillWanted(): boolean {
    // #sabotage: outlived-token
    return this.#isWanted() && this.#tokens.lives(this.#token)
  }

  next(response: HttpResponse): void {
    this.#tokens.accept(this.#token)
    this.#subscriber.next(response)
  }

  error(error: unknown): void {
    const tokens = this.#tokens
    const token = this.#token
    this.waitsSince = undefined
    const isAdopted = tokens.isAdopted?.(token) === true
    if (error instanceof PermitDeclined && this.#isWanted()) {
      if (++this.#deadTokens === mostDeadTokens)
        throw new RequestWithheld({ ...this.#request, reason: 'budget', retryAfter: none })
      this.waitsSince = error.waitsSince
    } else if (
      !isUnauthorized(error) ||
      !tokens.refuse(token) ||
      !this.#request.safe ||
      (!isAdopted && this.#replays-- === 0)
    )
      throw error
    this.attempt()
  }
}

/**
 * Adds a bearer token to the requests of a user; all others pass unchanged. After a 401 the token is dropped and the
 * request is sent once more with another one, if it is safe to send twice; a second 401 is the caller's. A token that
 * another process issued does not count: after its 401 the request is sent as if for the first time. If the token is
 * dropped or expires while the request waits for its permits, the request is not sent: it waits again with another token,
 * before those that came later. After the third such token it errors with a `RequestWithheld`.
 */
export const authorize =
  (tokens: TokenSource): Policy =>
  (next) => {
    const authorized = once((token: Redacted<string>) =>
      latest((headers: Headers) =>
        Object.freeze(mergeHeaders(headers, { Authorization: redact(`Bearer ${reveal(token)}`) })),
      ),
    )
    return (request) =>
      request.access !== 'user'
        ? next(request)
        : new Observable((subscriber) => new Authorized(tokens, authorized, next, request, subscriber).attempt())
  }
