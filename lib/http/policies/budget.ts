import { fromNullable, map, type Option } from 'fp-ts/lib/Option.js'
import { Observable } from 'rxjs'
import type { Clock } from '../../clock/Clock.js'
import { isClientError } from '../../error/ClientError.js'
import type { Emit } from '../../event/eventHub.js'
import type { Limits } from '../../profile/limits.js'
import { type Allowance, createAllowance } from '../allowance.js'
import { follow } from '../follow.js'
import type { Policy } from '../Http.js'
import type { HttpRequest } from '../HttpRequest.js'
import { waitingLine } from '../waitingLine.js'

/** What the requests of a client may use up together. */
export interface BudgetConfig {
  readonly limits: Limits
  /** Requests that may wait at once; a tenth of the places is kept for interactive ones. */
  readonly maxWaiting: number
}

/** The policy of one user. */
export interface Budget extends Policy {
  /** Somebody waits for the authentication: if it waits as a background one, it does not any more. */
  readonly raise: () => void
}

const authenticationsOf = (principal: string): string => `authenticate ${principal}`

/** Users are looked through for idle ones whenever there are twice as many as were in use the last time. */
const leastToSweep = 64

/**
 * Keeps requests within the limits of the service: makes the policy of each user, whom `principal` names.
 *
 * - Each attempt takes a point of the application, and one of the user or of its authentications, or it takes none and
 *   waits. A point comes back one window after its request was answered or failed, not after it was sent. An
 *   aborted request may still arrive: its point comes back one window after the end of its `timeout`. So the service
 *   sees no more than the limit in any window, however long requests are on their way, up to their `timeout`. Two
 *   identities of one user are two users here.
 * - Interactive requests go first, but each tenth turn is a background one's; a tenth of the points is theirs alone.
 *   Users take turns; the requests of one go as they came.
 * - Waiting is cancelled by unsubscribing, and takes no point. More than `maxWaiting` fail at once with
 *   `RequestWithheld`; so do interactive ones after an hour, or as soon as it is known that they would wait for longer.
 * - A turn that is given back with a `RequestWithheld` of the reason `budget` takes no point. The same request goes first
 *   when it asks again.
 * - A 429 quiets its scope until its `Retry-After`, or for 2 seconds, doubling up to a minute; one of another user
 *   meanwhile, with no answer to anybody between the two, quiets the application. After that one request goes out
 *   alone, and with each round of answers one more.
 */
export const budget = (
  clock: Clock,
  random: () => number,
  emit: Emit,
  { limits, maxWaiting }: BudgetConfig,
): ((principal: string) => Budget) => {
  const application = createAllowance(clock, random, 'application', limits.application)
  const line = waitingLine(clock, application, maxWaiting)
  const users = new Map<string, Allowance>()
  let sweepAt = leastToSweep
  /** Whom the last 429 was for, unless somebody was answered since. */
  let refused = application

  const narrowOf = (principal: string, { access, operation }: HttpRequest): Allowance => {
    if (access !== 'user' && operation !== 'authenticate') return application
    const scope = access === 'user' ? access : 'authenticate'
    // Made of two texts only for the rarer ones: to look that up, it is copied.
    const key = scope === 'user' ? principal : authenticationsOf(principal)
    const kept = users.get(key)
    if (kept !== undefined) return kept
    if (users.size >= sweepAt) {
      for (const [name, user] of users) if (user.isIdle() && !line.has(user)) users.delete(name)
      sweepAt = Math.max(leastToSweep, users.size * 2)
    }
    const made = createAllowance(clock, random, scope, limits[scope])
    users.set(key, made)
    return made
  }

  const tell = (request: HttpRequest, { scope, remaining, quietFor }: Allowance): void => {
    emit(request, () => {
      const limit = fromNullable(limits[scope]?.requests)
      const left = map(remaining)(limit)
      return { _tag: 'BudgetChanged', scope, limit, remaining: left, waiting: line.length(), quiet: quietFor() }
    })
  }

  const quiet = (request: HttpRequest, narrow: Allowance, asked: Option<number>): void => {
    const isWide = refused !== narrow && refused.scope === narrow.scope && refused.quietFor() > 0
    for (const allowance of isWide ? [narrow, application] : [narrow]) {
      allowance.quiet(asked)
      tell(request, allowance)
    }
    refused = narrow
  }

  const answered = (scopes: ReadonlyArray<Allowance>): void => {
    refused = application
    for (const allowance of scopes) allowance.answered()
  }

  const policy =
    (principal: string): Policy =>
    (next) => {
      /** Since when a request has waited that gave its turn back. */
      let waitsSince = Infinity
      return (request) =>
        new Observable((subscriber) => {
          const narrow = narrowOf(principal, request)
          const since = Math.min(waitsSince, clock.monotonic())
          waitsSince = Infinity
          const scopes = narrow === application ? [application] : [application, narrow]

          const leave = () => {
            let arrivesBy = clock.monotonic() + request.timeout
            for (const allowance of scopes) {
              allowance.take()
              if (limits[allowance.scope] !== undefined) tell(request, allowance)
            }
            follow(next(request), subscriber, {
              next: (response) => {
                arrivesBy = clock.monotonic()
                answered(scopes)
                subscriber.next(response)
              },
              error: (error) => {
                arrivesBy = clock.monotonic()
                if (isClientError(error)) {
                  if (error._tag === 'RequestWithheld') {
                    arrivesBy = -Infinity
                    if (error.reason === 'budget') waitsSince = since
                  }
                  if (error._tag === 'StatusError') {
                    if (error.status === 429) quiet(request, narrow, error.retryAfter)
                    else if (error.status < 500) answered(scopes)
                  }
                }
                throw error
              },
            })
            subscriber.add(() => {
              for (const allowance of scopes) allowance.end(arrivesBy)
              line.pump()
            })
          }

          if (line.pass(request, narrow, leave)) return
          const onWait = () => {
            for (const allowance of scopes) tell(request, allowance)
          }
          follow(line.join(request, narrow, since, onWait), subscriber, { next: leave, complete: () => undefined })
        })
    }

  return (principal) =>
    Object.assign(policy(principal), {
      raise: () => {
        const own = users.get(authenticationsOf(principal))
        if (own !== undefined) line.raise(own)
      },
    })
}
