import { fromNullable, map, type Option } from 'fp-ts/lib/Option.js'
import { concatMap, defer, finalize, type Observable, of, take, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { StatusError } from '../../base/error/StatusError.js'
import type { Emit } from '../../base/event/eventHub.js'
import { commonLimitHeaders, type LimitHeaders } from '../../service/profile/limitHeaders.js'
import { authenticate } from '../../service/profile/operations.js'
import type { Limits } from '../../service/profile/rateLimits.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { exhaustedFor, lowerCaseNames } from '../limitState.js'
import { type Admission, PermitDeclined } from './Admission.js'
import type { SharedPermits } from './PermitSource.js'
import { type RateLimiter, rateLimiter, type Permit } from './rateLimiter.js'
import { requestQueue } from './requestQueue.js'

/** The rate limits, and the size of the request queue. */
export interface BudgetConfig {
  readonly limits: Limits
  /** How many requests may wait; a tenth of the places is reserved for interactive ones. */
  readonly maxWaiting: number
  /** Where the application's permits come from, in place of its limit. */
  readonly permits?: SharedPermits | undefined
  /** Where answers tell how much of a limit is left; default: the usual headers. */
  readonly limitHeaders?: ReadonlyArray<LimitHeaders>
}

/** The policy of one user, with its means to promote. */
export interface Budget extends Policy {
  /**
   * Makes the user's authentication with this number an interactive request, because an interactive request needs the
   * token: one that is queued now, and one that is queued later.
   */
  readonly promote: (number: number) => void
}

type Prepare = NonNullable<Admission<HttpRequest>['prepare']>

/** One attempt at a request, from its place in the queue until its permits are returned. */
interface Attempt {
  /** As it was asked for, until `hurry$` makes it interactive. */
  request: HttpRequest
  /** The limiter of its user, or of the user's authentications; the application's for a request of no user. */
  readonly limiter: RateLimiter
  /** All limiters that it needs a permit of. */
  readonly limiters: ReadonlyArray<RateLimiter>
  readonly waitsSince: number
  permits: ReadonlyArray<Permit>
  /** The latest time at which its request may reach the service; `-Infinity` if none was sent. */
  arrivesBy: number
  /** Whether an event has said that it waits. */
  hasWaited: boolean
}

const authenticationKey = (principal: string): string => `authenticate ${principal}`

/**
 * Idle limiters are removed when there are this many limiters, and later when there are twice as many as the last removal
 * left.
 */
const minToSweep = 64

/**
 * Keeps requests within the limits of the service: makes the policy of each user, whom `principal` names.
 *
 * - Each attempt takes a permit of the application and one of the user, or of the user's authentications; if one of the
 *   two is missing, it takes neither and waits. A permit is returned one window after its request was answered or
 *   failed, not after it was sent. An aborted request may still reach the service: its permit is returned one window
 *   after the end of its `timeout`. So the service sees no more than the limit in any window, however long requests are
 *   on their way, up to their `timeout`. Two identities of one user count as two users.
 * - Interactive requests go first, but one in ten is a background request; a tenth of the permits is for interactive
 *   ones alone. Users take turns; the requests of one user are sent in the order in which they came.
 * - Unsubscribing cancels a request that waits, which has taken no permit. While `maxWaiting` requests wait, further ones
 *   fail at once with `RequestWithheld`. Interactive requests also fail with it when they have waited for an hour, or as
 *   soon as it is known that they would.
 * - If a policy inside of this one withholds a request, it was not sent, and its permits are returned at once.
 * - A request whose `admission` says that it is no longer wanted, when there are permits for it, takes none and is not
 *   sent. It errors with `PermitDeclined`, and goes first if it comes back. While its `admission` prepares it, it has its
 *   permits; if it is not sent afterwards, they are returned at once.
 * - After a 429 there is a cool-down, in which nothing of the same scope is sent: until its `Retry-After`, or for 2
 *   seconds, doubling up to a minute. If another user gets a 429 during it, and no request was answered between the two,
 *   the application has the cool-down. After it, one request may be in flight, and one more after each round of answers.
 * - After an answer that says that no request is left (`limitHeaders`), nothing of its scope is sent until the time that
 *   it names.
 * - With `permits`, the permits of the application come from that source, and cool-downs are reported to it.
 */
export const budget = (
  clock: Clock,
  random: () => number,
  emit: Emit,
  { limits: ownLimits, maxWaiting, permits, limitHeaders = commonLimitHeaders }: BudgetConfig,
): ((principal: string) => Budget) => {
  const limitNames = lowerCaseNames(limitHeaders)
  const limits = permits ? { ...ownLimits, application: permits.limit } : ownLimits
  const application: RateLimiter = permits
    ? permits.createLimiter({
        clock,
        random,
        emit,
        emitBudget: (request) => emitBudget(request, application),
        drain: () => queue.drain(),
      })
    : rateLimiter(clock, random, 'application', limits.application)
  const queue = requestQueue(clock, application, maxWaiting)
  const limiters = new Map<string, RateLimiter>()
  let sweepAt = minToSweep
  /** The limiter that got the last 429, unless a request was answered since. */
  let lastRefused = application

  /**
   * The limiter that a request needs in addition to that of the application; the application's own for a request of no
   * user.
   */
  const limiterOf = (principal: string, { access, operation }: HttpRequest): RateLimiter => {
    if (access !== 'user' && operation !== authenticate.name) return application
    const scope = access === 'user' ? access : 'authenticate'
    // The key of authentications is a concatenation, which is slow to look up, so that it is built only when needed.
    const key = scope === 'user' ? principal : authenticationKey(principal)
    const existing = limiters.get(key)
    if (existing !== undefined) return existing
    if (limiters.size >= sweepAt) {
      for (const [name, limiter] of limiters) if (limiter.isIdle() && !queue.has(limiter)) limiters.delete(name)
      sweepAt = Math.max(minToSweep, limiters.size * 2)
    }
    const limiter = rateLimiter(clock, random, scope, limits[scope])
    limiters.set(key, limiter)
    return limiter
  }

  const emitBudget = (request: HttpRequest, { scope, remaining, coolDown }: RateLimiter, wait?: number): void => {
    emit(request, () => {
      const limit = fromNullable(limits[scope]?.requests)
      const left = map(remaining)(limit)
      const state = { scope, limit, remaining: left, waiting: queue.length(), coolDown: coolDown() }
      return { _tag: 'BudgetChanged', ...state, ...(wait !== undefined && { wait }) }
    })
  }

  /** The minimum wait of a background request for a permit of a limiter; `undefined` if it is 0 or not known. */
  const waitOf = ({ priority }: HttpRequest, limiter: RateLimiter): number | undefined => {
    const wait = priority === 'background' ? limiter.availableAt(true) - clock.monotonic() : 0
    return wait > 0 && wait < Infinity ? wait : undefined
  }

  const startCoolDown = (request: HttpRequest, limiter: RateLimiter, requestedWait: Option<number>): void => {
    const reachesApplication =
      lastRefused !== limiter && lastRefused.scope === limiter.scope && lastRefused.coolDown() > 0
    for (const coolingLimiter of reachesApplication ? [limiter, application] : [limiter]) {
      coolingLimiter.startCoolDown(requestedWait)
      emitBudget(request, coolingLimiter)
    }
    lastRefused = limiter
  }

  const closeLimiter = (request: HttpRequest, limiter: RateLimiter, ms: number): void => {
    if (ms === 0) return
    limiter.closeFor(ms)
    emitBudget(request, limiter)
  }

  const noteAnswer = (limiters: ReadonlyArray<RateLimiter>): void => {
    lastRefused = application
    for (const limiter of limiters) limiter.noteAnswer()
  }

  const createAttempt = (principal: string, request: HttpRequest): Attempt => {
    const limiter = limiterOf(principal, request)
    return {
      request,
      limiter,
      limiters: limiter === application ? [application] : [application, limiter],
      waitsSince: request.admission?.waitsSince ?? clock.monotonic(),
      permits: [],
      arrivesBy: -Infinity,
      hasWaited: false,
    }
  }

  const noteWait = (attempt: Attempt): void => {
    const { request, limiters } = attempt
    attempt.hasWaited = true
    request.onQueue?.(true)
    for (const limiter of limiters) emitBudget(request, limiter, waitOf(request, limiter))
  }

  const isDeclined = ({ request }: Attempt): boolean => request.admission?.isStillWanted() === false

  const decline = ({ waitsSince }: Attempt): Observable<never> => throwError(() => new PermitDeclined(waitsSince))

  const takePermits = (attempt: Attempt): void => {
    const { request, limiters, hasWaited } = attempt
    attempt.permits = limiters.map((limiter) => limiter.acquire(request))
    for (const limiter of limiters) if (hasWaited || limits[limiter.scope] !== undefined) emitBudget(request, limiter)
    if (hasWaited) request.onQueue?.(false)
  }

  const returnPermits = (attempt: Attempt): void => {
    const { permits, arrivesBy } = attempt
    attempt.permits = []
    // #sabotage: permit-end
    for (const permit of permits) permit.release(arrivesBy)
    attempt.arrivesBy = -Infinity
    queue.drain()
  }

  const noteError = ({ request, limiter, limiters }: Attempt, error: StatusError): void => {
    if (error.status === 429) startCoolDown(request, limiter, error.retryAfter)
    else if (error.status < 500) noteAnswer(limiters)
  }

  /** Sends the request of an attempt that has its permits. */
  const send = (attempt: Attempt, request: HttpRequest, next: Http): ReturnType<Http> => {
    // #sabotage: permit-departure
    attempt.arrivesBy = clock.monotonic() + attempt.request.timeout
    return next(request).pipe(
      tap({
        next: (response) => {
          // #sabotage: permit-answer
          attempt.arrivesBy = clock.monotonic()
          noteAnswer(attempt.limiters)
          closeLimiter(attempt.request, attempt.limiter, exhaustedFor(response, clock.wall(), limitNames))
        },
        error: (error: unknown) => {
          // #sabotage: permit-error
          attempt.arrivesBy = clock.monotonic()
          if (!isClientError(error)) return
          if (error._tag === 'RequestWithheld') attempt.arrivesBy = -Infinity
          if (error._tag === 'StatusError') noteError(attempt, error)
        },
      }),
    )
  }

  /** Sends the request of an attempt when it has its permits, and `prepare` has completed it. */
  const sendInTurn = (attempt: Attempt, prepare: Prepare | undefined, next: Http): ReturnType<Http> => {
    const { request, limiter, waitsSince } = attempt
    application.noteRequest?.(request)
    const answer$ = defer(() => {
      if (isDeclined(attempt)) return decline(attempt)
      takePermits(attempt)
      return prepare === undefined
        ? send(attempt, attempt.request, next)
        : prepare(attempt.request).pipe(
            take(1),
            concatMap((prepared) => sendPrepared(attempt, prepared, next)),
          )
    }).pipe(
      // Here and not around the queue, so that a request is aborted before its permits let the next one leave.
      finalize(() => returnPermits(attempt)),
    )
    return queue.enqueue({ request, waitsSince, answer$ }, limiter, () => noteWait(attempt))
  }

  const sendPrepared = (attempt: Attempt, prepared: HttpRequest, next: Http): ReturnType<Http> => {
    if (isDeclined(attempt)) return decline(attempt)
    if (!attempt.permits.some(({ isLost }) => isLost?.())) return send(attempt, prepared, next)
    returnPermits(attempt)
    return sendInTurn(attempt, () => of(prepared), next)
  }

  const makeInteractive = (attempt: Attempt): void => {
    attempt.request = { ...attempt.request, priority: 'interactive' }
    queue.promote(attempt.limiter)
  }

  const policy =
    (principal: string, promotedNumber: () => number | undefined): Policy =>
    (next) =>
    (request) =>
      defer(() => {
        const attempt = createAttempt(
          principal,
          request.number === promotedNumber() ? { ...request, priority: 'interactive' } : request,
        )
        const hurrySubscription = request.hurry$?.subscribe({
          next: () => makeInteractive(attempt),
          error: () => undefined,
        })
        return sendInTurn(attempt, request.admission?.prepare, next).pipe(
          finalize(() => hurrySubscription?.unsubscribe()),
        )
      })

  return (principal) => {
    let promotedNumber: number | undefined
    return Object.assign(
      policy(principal, () => promotedNumber),
      {
        promote: (number: number) => {
          promotedNumber = number
          const authentications = limiters.get(authenticationKey(principal))
          if (authentications !== undefined) queue.promote(authentications)
        },
      },
    )
  }
}
