import type { Subscriber } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { isClientError } from '../../error/ClientError.js'
import type { StatusError } from '../../error/StatusError.js'
import type { Http } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { relay, type RelayHandlers } from '../relay.js'
import { PermitDeclined } from './Admission.js'
import type { RateLimiter, TakenPermit } from './rateLimiter.js'
import type { RequestQueue } from './requestQueue.js'

/** What the requests of all users share. */
export interface TurnParts {
  readonly clock: Clock
  readonly application: RateLimiter
  readonly queue: RequestQueue
  /** Emits `BudgetChanged` about a limiter from which a request takes a permit. */
  readonly tellTaken: (request: HttpRequest, limiter: RateLimiter, hasWaited: boolean) => void
  /** Emits `BudgetChanged` about a limiter for whose permit a request waits. */
  readonly tellWait: (request: HttpRequest, limiter: RateLimiter) => void
  /** Called when the service has answered a request that needs these limiters. */
  readonly answered: (limiters: ReadonlyArray<RateLimiter>) => void
  /** Called when it has answered with an error. */
  readonly refused: (
    error: StatusError,
    request: HttpRequest,
    own: RateLimiter,
    limiters: ReadonlyArray<RateLimiter>,
  ) => void
}

const none: ReadonlyArray<TakenPermit> = []

/** One request in its way through the budget: it waits for its permits, takes them, is sent, and gives them back. */
export class Turn implements RelayHandlers<HttpResponse> {
  #request: HttpRequest
  readonly #parts: TurnParts
  readonly #next: Http
  readonly #subscriber: Subscriber<HttpResponse>
  /** The limiter that it needs in addition to that of the application, or that one. */
  readonly #own: RateLimiter
  readonly #limiters: ReadonlyArray<RateLimiter>
  readonly #since: number
  #taken = none
  #arrivesBy = -Infinity
  /** The prepared request, if a permit was lost while the request was prepared. */
  #prepared: HttpRequest | undefined
  /** Whether an event has said that the request waits. */
  #hasWaited = false

  constructor(
    parts: TurnParts,
    next: Http,
    request: HttpRequest,
    subscriber: Subscriber<HttpResponse>,
    own: RateLimiter,
  ) {
    const { application, clock } = parts
    this.#parts = parts
    this.#next = next
    this.#request = request
    this.#subscriber = subscriber
    this.#own = own
    this.#limiters = own === application ? [own] : [application, own]
    this.#since = request.admission?.waitsSince ?? clock.monotonic()
  }

  /** Waits for permits. */
  wait(): void {
    const { application, queue } = this.#parts
    application.expect?.(this.#request)
    if (queue.tryAcquire(this.#request, this.#own, this)) return
    const onWait = (): void => {
      this.#hasWaited = true
      this.#request.onQueue?.(true)
      for (const limiter of this.#limiters) this.#parts.tellWait(this.#request, limiter)
    }
    relay(queue.enqueue(this.#request, this.#own, this.#since, onWait), this.#subscriber, {
      next: () => this.send(),
      complete: () => undefined,
    })
  }

  /** Makes it an interactive request. */
  hurry(): void {
    this.#request = { ...this.#request, priority: 'interactive' }
    this.#parts.queue.promote(this.#own)
  }

  #isDeclined(): boolean {
    const isUnwanted = this.#request.admission?.isStillWanted() === false
    if (isUnwanted) this.#subscriber.error(new PermitDeclined(this.#since))
    return isUnwanted
  }

  /** Takes the permits and sends the request; to be called when there are some. */
  send(): void {
    if (this.#isDeclined()) return
    const request = this.#request
    this.#arrivesBy = -Infinity
    this.#taken = this.#limiters.map((limiter) => limiter.acquire(request))
    for (const limiter of this.#limiters) this.#parts.tellTaken(request, limiter, this.#hasWaited)
    if (request.admission?.prepare && !this.#prepared)
      relay(request.admission.prepare(request), this.#subscriber, {
        next: (ready) => {
          if (this.#isDeclined()) return
          if (this.#taken.some(({ isLost }) => isLost?.())) {
            this.#prepared = ready
            this.unsubscribe()
            this.wait()
          } else this.#leave(ready)
        },
        complete: () => undefined,
      })
    else this.#leave(this.#prepared ?? request)
    this.#subscriber.add(this)
    if (this.#hasWaited) request.onQueue?.(false)
  }

  #leave(request: HttpRequest): void {
    const { clock } = this.#parts
    // #sabotage: permit-departure
    this.#arrivesBy = clock.monotonic() + this.#request.timeout
    relay(this.#next(request), this.#subscriber, this)
  }

  next(response: HttpResponse): void {
    const { answered, clock } = this.#parts
    // #sabotage: permit-answer
    this.#arrivesBy = clock.monotonic()
    answered(this.#limiters)
    this.#subscriber.next(response)
  }

  error(error: unknown): void {
    const { clock, refused } = this.#parts
    // #sabotage: permit-error
    this.#arrivesBy = clock.monotonic()
    if (isClientError(error)) {
      if (error._tag === 'RequestWithheld') this.#arrivesBy = -Infinity
      if (error._tag === 'StatusError') refused(error, this.#request, this.#own, this.#limiters)
    }
    throw error
  }

  /** Gives the permits back: called when the subscription ends. */
  unsubscribe(): void {
    const { queue } = this.#parts
    const arrivesBy = this.#arrivesBy
    const taken = this.#taken
    this.#taken = none
    // #sabotage: permit-end
    for (const permit of taken) permit.release(arrivesBy)
    queue.drain()
  }
}
