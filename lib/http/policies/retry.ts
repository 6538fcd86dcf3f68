import { Observable, type Subscriber } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { delay } from '../../clock/delay.js'
import type { ClientError } from '../../error/ClientError.js'
import { isTransient } from '../../error/isTransient.js'
import type { Emit } from '../../event/eventHub.js'
import { type BackoffConfig, fullJitter } from '../backoff.js'
import { follow, type Following } from '../follow.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import type { HttpResponse } from '../HttpResponse.js'
import { waitAsked } from '../waitAsked.js'

/** How often, and how soon, a safe request that met a passing failure is sent again. */
export interface RetryConfig extends BackoffConfig {
  /** Attempts after the first; 0 never tries again. */
  readonly count: number
}

/** A request that somebody waits for does not wait for longer: the error is the caller's, with its `retryAfter`. */
export const patience = 60 * 60 * 1000

/** Whether there has been a wait already, or there is no room for one. */
const isWaitedFor = (error: ClientError): boolean =>
  error._tag === 'TokenUnavailable' || (error._tag === 'RequestWithheld' && error.reason !== 'circuit')

interface Settings {
  readonly clock: Clock
  readonly random: () => number
  readonly emit: Emit
  readonly config: RetryConfig
}

/** The attempts at one request, for one subscriber. */
class Attempts implements Following<HttpResponse> {
  private failures = 0

  constructor(
    private readonly settings: Settings,
    private readonly request: HttpRequest,
    private readonly source: Observable<HttpResponse>,
    private readonly subscriber: Subscriber<HttpResponse>,
  ) {}

  start(): void {
    follow(this.source, this.subscriber, this)
  }

  error(error: unknown): void {
    const { clock, config, emit, random } = this.settings
    const attempt = ++this.failures
    if (attempt > config.count || !isTransient(error) || isWaitedFor(error) || waitAsked(error) > patience) throw error
    const wait = Math.max(waitAsked(error), fullJitter(config, attempt - 1, random))
    emit(this.request, () => ({ _tag: 'Retried', error, attempt, delay: wait }))
    follow(delay(clock, wait), this.subscriber, { next: () => this.start(), complete: () => undefined })
  }
}

/**
 * Sends safe requests again after the network, a time-out, 408, 425, 429 and 5xx, with full jitter. `Retry-After` is a
 * floor: never earlier than the service asked. What was withheld for want of room, or has waited, is not sent again.
 */
export const retry = (clock: Clock, random: () => number, emit: Emit, config: RetryConfig): Policy => {
  const settings = { clock, random, emit, config }
  return (next) => (request) =>
    request.safe
      ? new Observable((subscriber) => new Attempts(settings, request, next(request), subscriber).start())
      : next(request)
}
