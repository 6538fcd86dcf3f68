import { fromNullable, map, type Option } from 'fp-ts/lib/Option.js'
import { concat, concatMap, defer, finalize, type Observable, of, take, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { sweptMap } from '../../base/clock/sweptMap.js'
import { isClientError } from '../../base/error/ClientError.js'
import type { StatusError } from '../../base/error/StatusError.js'
import type { Emit } from '../../base/event/eventHub.js'
import { commonLimitHeaders, type RateLimitHeaders } from '../../service/profile/limitHeaders.js'
import { authenticate } from '../../service/profile/operations.js'
import type { Limits } from '../../service/profile/rateLimits.js'
import type { Http, Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { exhaustedFor, lowerCaseNames } from '../limitState.js'
import { type Admission, PermitDeclined } from './Admission.js'
import type { SharedPermits } from './PermitSource.js'
import { type LocalRateLimiter, type Permit, type RateLimiter, rateLimiter } from './rateLimiter.js'
import { requestQueue } from './requestQueue.js'

/** The rate limits, and the size of the request queue. */
export interface BudgetConfig {
  readonly limits: Limits
  /** How many requests may wait; a tenth of the queue is reserved for interactive requests. */
  readonly maxWaiting: number
  /** The source of the application's permits, instead of `limits.application`. */
  readonly permits?: SharedPermits | undefined
  /** The headers in which responses say how many requests are left; default: the usual ones. */
  readonly limitHeaders?: ReadonlyArray<RateLimitHeaders>
}

/** The policy of one user, which can also promote the user's authentication. */
export interface Budget extends Policy {
  /** Makes the user's authentication with this request number interactive, whether it is queued now or later. */
  readonly promote: (number: number) => void
}

type Prepare = NonNullable<Admission<HttpRequest>['prepare']>

/** One attempt at a request, from its entry into the queue until its permits are returned. */
interface Attempt {
  /** The original request, or an interactive copy after `runNow$` has emitted. */
  request: HttpRequest
  /** The limiter of the user, or of the user's authentications; for a request without a user, the application's. */
  readonly limiter: RateLimiter
  /** The limiters whose permits the attempt needs. */
  readonly limiters: ReadonlyArray<RateLimiter>
  readonly waitsSince: number
  permits: ReadonlyArray<Permit>
  /** The latest time at which the request may reach the service; `-Infinity` if it was not sent. */
  arrivesBy: number
  /** Whether an event has reported that the request waits. */
  hasWaited: boolean
}

/** The limiters of a user. */
type UserLimiters = Partial<Record<'user' | 'authenticate', LocalRateLimiter>>

/**
 * Keeps requests within the limits of the service. Returns a function from a principal to the policy of that user.
 *
 * - Each attempt takes a permit of the application and one of the user, or of the user's authentications. If one of the
 *   two is missing, it takes neither and waits. A permit returns one window after its request got a response or failed,
 *   not after it was sent. An aborted request may still reach the service, so its permit returns one window after the
 *   end of its `timeout`. So the service never gets more requests than the limit in any window, as long as no request
 *   is under way for longer than its `timeout`. Two identities of one user count as two users.
 * - Interactive requests go first, but one request in ten is a background request. A tenth of the permits is reserved
 *   for interactive requests. Users take turns, and the requests of one user are sent in the order of their arrival.
 * - Unsubscribing cancels a request that waits; it has taken no permit. If `maxWaiting` requests wait, a further one
 *   fails at once with `RequestNotSent`. An interactive request that has waited for an hour, or would have to, fails in
 *   the same way.
 * - If an inner policy does not send a request, its permits return at once.
 * - When there are permits for a request, but its `admission` says that it is no longer wanted, the request takes none,
 *   is not sent, and errors with `PermitDeclined`. If it comes back, it goes first. While its `admission` prepares it,
 *   the request holds its permits. If it is not sent afterwards, they return at once.
 * - A 429 starts a cool-down, in which no request of the same scope is sent. It lasts for the `Retry-After`, or else
 *   for 2 seconds, doubling up to a minute. If another user gets a 429 during the cool-down, and no request got a
 *   response in between, the cool-down applies to the application. After a cool-down one request may be in flight at a
 *   time, and each round of responses allows one more.
 * - If the `limitHeaders` of a response say that no request is left, no request of its scope is sent until the limit is
 *   reset.
 * - With `permits`, the permits of the application come from that source, and cool-downs are reported to it.
 */
export const budget = (
  clock: Clock,
  random: () => number,
  emit: Emit,
  { limits: configuredLimits, maxWaiting, permits, limitHeaders = commonLimitHeaders }: BudgetConfig,
): ((principal: string) => Budget) => {
  const limitNames = lowerCaseNames(limitHeaders)
  const limits = permits ? { ...configuredLimits, application: permits.limit } : configuredLimits
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
  /** The limiters of each user. For an idle user, only the times at which permits return are stored. */
  const limitersOfUsers = sweptMap<UserLimiters, ReadonlyArray<number>>(clock, {
    isIdle: ({ user, authenticate: authentications }) =>
      [user, authentications].every(
        (limiter) => !limiter || (limiter.isIdle() && !queue.has(limiter) && limiter !== lastRefused),
      ),
    remainder: ({ user, authenticate: authentications }) => {
      const [ofUser = [], ofAuthentications = []] = [user?.returns(), authentications?.returns()]
      // One list of its exact size, because there may be hundreds of thousands.
      return [ofUser.length, ...ofUser, ...ofAuthentications].slice()
    },
    counts: ([, ...returns]) => returns.some((time) => time > clock.monotonic()),
  })
  const restoreLimiters = ([count = 0, ...returns]: ReadonlyArray<number> = []): UserLimiters => ({
    ...(count > 0 && { user: rateLimiter(clock, random, 'user', limits.user, returns.slice(0, count)) }),
    ...(returns.length > count && {
      authenticate: rateLimiter(clock, random, 'authenticate', limits.authenticate, returns.slice(count)),
    }),
  })
  /** The limiter that got the last 429, unless a request got a response since. */
  let lastRefused: RateLimiter = application

  /** The limiter of the request's user or authentication; for a request without a user, the application's. */
  const limiterOf = (principal: string, { access, operation }: HttpRequest): RateLimiter => {
    if (access !== 'user' && operation !== authenticate.name) return application
    const scope = access === 'user' ? access : 'authenticate'
    const limiters = limitersOfUsers.get(principal, restoreLimiters)
    return (limiters[scope] ??= rateLimiter(clock, random, scope, limits[scope]))
  }

  const emitBudget = (request: HttpRequest, { scope, remaining, coolDown }: RateLimiter, wait?: number): void => {
    emit(request, () => {
      const { requests, per } = limits[scope] ?? {}
      const limit = fromNullable(requests)
      const state = {
        scope,
        limit,
        per: fromNullable(per),
        remaining: map(remaining)(limit),
        waiting: queue.length(),
        coolDown: coolDown(),
      }
      return { _tag: 'BudgetChanged', ...state, ...(wait !== undefined && { wait }) }
    })
  }

  /** The minimum wait of a request for a permit of a limiter; `undefined` if the wait is 0 or unknown. */
  const waitOf = ({ priority }: HttpRequest, limiter: RateLimiter): number | undefined => {
    const wait = limiter.availableAt(priority === 'background') - clock.monotonic()
    return wait > 0 && wait < Infinity ? wait : undefined
  }

  const startCoolDown = (request: HttpRequest, limiter: RateLimiter, requestedWait: Option<number>): void => {
    const appliesToApplication =
      lastRefused !== limiter && lastRefused.scope === limiter.scope && lastRefused.coolDown() > 0
    for (const coolingLimiter of appliesToApplication ? [limiter, application] : [limiter]) {
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

  const recordResponse = (limiters: ReadonlyArray<RateLimiter>): void => {
    lastRefused = application
    for (const limiter of limiters) limiter.recordResponse()
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
    const waits = limiters.map((limiter) => waitOf(request, limiter))
    for (const [index, limiter] of limiters.entries()) emitBudget(request, limiter, waits[index])
    const wait = Math.max(0, ...waits.map((each = 0) => each))
    if (wait > 0) request.onWait?.(wait)
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
    else if (error.status < 500) recordResponse(limiters)
  }

  /** Sends the request of an attempt that holds its permits. */
  const send = (attempt: Attempt, request: HttpRequest, next: Http): ReturnType<Http> => {
    // #sabotage: permit-departure
    attempt.arrivesBy = clock.monotonic() + attempt.request.timeout
    return next(request).pipe(
      tap({
        next: (response) => {
          // #sabotage: permit-answer
          attempt.arrivesBy = clock.monotonic()
          recordResponse(attempt.limiters)
          closeLimiter(attempt.request, attempt.limiter, exhaustedFor(response, clock.wall(), limitNames))
        },
        error: (error: unknown) => {
          // #sabotage: permit-error
          attempt.arrivesBy = clock.monotonic()
          if (!isClientError(error)) return
          if (error._tag === 'RequestNotSent') attempt.arrivesBy = -Infinity
          if (error._tag === 'StatusError') noteError(attempt, error)
        },
      }),
    )
  }

  /** Sends the request of an attempt after it has got its permits and `prepare` has completed it. */
  const sendInTurn = (attempt: Attempt, prepare: Prepare | undefined, next: Http): ReturnType<Http> => {
    const { request, limiter, waitsSince } = attempt
    application.noteRequest?.(request)
    const response$ = defer(() => {
      if (isDeclined(attempt)) return decline(attempt)
      takePermits(attempt)
      return prepare === undefined
        ? send(attempt, attempt.request, next)
        : // `concat`, because `concatMap` alone would abort the request only after `finalize` has returned the permits.
          concat(
            prepare(attempt.request).pipe(
              take(1),
              concatMap((prepared) => sendPrepared(attempt, prepared, next)),
            ),
          )
    }).pipe(
      // Here and not around the queue, so that the request is aborted before the next one is sent with its permits.
      finalize(() => returnPermits(attempt)),
    )
    return queue.enqueue({ request, waitsSince, response$ }, limiter, () => noteWait(attempt))
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
        const runNowSubscription = request.runNow$?.subscribe({
          next: () => makeInteractive(attempt),
          error: () => undefined,
        })
        return sendInTurn(attempt, request.admission?.prepare, next).pipe(
          finalize(() => runNowSubscription?.unsubscribe()),
        )
      })

  return (principal) => {
    let promotedNumber: number | undefined
    return Object.assign(
      policy(principal, () => promotedNumber),
      {
        promote: (number: number) => {
          promotedNumber = number
          const authentications = limitersOfUsers.find(principal)?.authenticate
          if (authentications !== undefined) queue.promote(authentications)
        },
      },
    )
  }
}
