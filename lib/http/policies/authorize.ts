import { none } from 'fp-ts/lib/Option.js'
import { Observable, type Subscriber, throwError } from 'rxjs'
import { isClientError } from '../../error/ClientError.js'
import { RequestWithheld } from '../../error/RequestWithheld.js'
import type { AccessToken } from '../../model/AccessToken.js'
import { redact, type Redacted, reveal } from '../../model/Redacted.js'
import { follow, type Following } from '../follow.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest, Priority } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { type Credentials, prove, withHeaders } from './prove.js'

/** Where the bearer tokens of one user come from. */
export interface TokenSource {
  /** The token that a request may use at once, where that is known. */
  readonly ready?: () => AccessToken | undefined
  /** One live token, for a request of this priority, interactive by default; waits for it for `patience` milliseconds at most. */
  readonly take: (patience: number, priority?: Priority) => Observable<AccessToken>
  /** Whether a token that was taken may still be used. */
  readonly lives: (token: AccessToken) => boolean
  /** The service refused this token; answers whether another may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
  /** The service accepted this token. */
  readonly accept: (token: AccessToken) => void
}

const isUnauthorized = (error: unknown): boolean =>
  isClientError(error) && error._tag === 'StatusError' && error.status === 401

const bearers = /* @__PURE__ */ new WeakMap<Redacted<string>, Redacted<string>>()

/** What proves that somebody has the token; made once of it. */
const bearerOf = ({ access_token }: AccessToken): Redacted<string> => {
  const kept = bearers.get(access_token)
  if (kept !== undefined) return kept
  const made = redact(`Bearer ${reveal(access_token)}`)
  bearers.set(access_token, made)
  return made
}

/** So many tokens may die while a request waits for its turn. */
const mostOutlived = 3

/**
 * Adds what a request must prove: the id alone to public ones, the secret to those of the application, the secret and a
 * bearer token to those of a user. A 401 drops the token that was used, and the request is sent once more with another,
 * if it is safe to send twice; a second 401 is the caller's. Requests wait for their turn `within` a policy; a token that
 * dies meanwhile does not leave: the request gives its turn back, and waits for the next with another token. After the
 * third it is a `RequestWithheld`.
 */
export const authorize = (credentials: Credentials, tokens: TokenSource, within: Policy = (next) => next): Policy =>
  prove(credentials, asUser(tokens, within), within)

/** One request of a user, for one subscriber: waits for a token, and is sent with it. */
class Authorized implements Following<HttpResponse> {
  private readonly waiting: Http
  private token: AccessToken | undefined
  private outlived = 0
  private isOutlived = false
  private replays = 1

  constructor(
    private readonly tokens: TokenSource,
    private readonly request: HttpRequest,
    private readonly subscriber: Subscriber<HttpResponse>,
    within: Policy,
    wire: Http,
  ) {
    // Made once: so the policy knows a request that comes back.
    this.waiting = within((proven) => this.leave(proven, wire))
  }

  private leave(proven: HttpRequest, wire: Http): Observable<HttpResponse> {
    this.isOutlived = !this.tokens.lives(this.token as AccessToken)
    if (!this.isOutlived) return wire(proven)
    return throwError(() => new RequestWithheld({ ...this.request, reason: 'budget', retryAfter: none }))
  }

  start(): void {
    const { request, subscriber, tokens } = this
    const ready = tokens.ready?.()
    if (ready !== undefined) {
      this.send(ready)
      return
    }
    let isTaken = false
    follow(tokens.take(request.timeout, request.priority), subscriber, {
      next: (token) => {
        isTaken = true
        this.send(token)
      },
      complete: () => {
        if (!isTaken) subscriber.complete()
      },
    })
  }

  private send(token: AccessToken): void {
    this.token = token
    const proven = withHeaders(this.request, { Authorization: bearerOf(token) })
    follow(this.waiting(proven), this.subscriber, this)
  }

  next(response: HttpResponse): void {
    this.tokens.accept(this.token as AccessToken)
    this.subscriber.next(response)
  }

  error(error: unknown): void {
    const isAgain = this.isOutlived ? ++this.outlived < mostOutlived : this.isReplayed(error)
    if (!isAgain) throw error
    this.start()
  }

  private isReplayed(error: unknown): boolean {
    return (
      isUnauthorized(error) && this.tokens.refuse(this.token as AccessToken) && this.request.safe && this.replays-- > 0
    )
  }
}

/** Sends the requests of one user: the machine behind {@link authorize}, where its contract stands. */
export const asUser =
  (tokens: TokenSource, within: Policy): Policy =>
  (next) =>
  (request) =>
    new Observable((subscriber) => new Authorized(tokens, request, subscriber, within, next).start())
