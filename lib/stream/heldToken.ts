import { filter, isNone, isSome, map as mapOption, none, type Option, some } from 'fp-ts/lib/Option.js'
import {
  defer,
  EMPTY,
  filter as filterValues,
  finalize,
  map,
  merge,
  type Observable,
  of,
  share,
  Subject,
  switchAll,
  take,
  tap,
} from 'rxjs'
import { until } from '../clock/Moment.js'
import { wakes } from '../clock/wakes.js'
import { isClientError } from '../error/ClientError.js'
import { isTransient } from '../error/isTransient.js'
import { TokenUnavailable } from '../error/TokenUnavailable.js'
import { type BackoffConfig, equalJitter } from '../http/backoff.js'
import type { Connection } from '../http/Connection.js'
import type { HttpRequest, Priority } from '../http/HttpRequest.js'
import type { Request } from '../http/Request.js'
import { toHttpRequest } from '../http/toHttpRequest.js'
import { waitAsked } from '../http/waitAsked.js'
import type { AccessToken } from '../model/AccessToken.js'
import { type IssuedToken, issueToken } from './issueToken.js'
import { refusals } from './refusals.js'
import { shortestLife } from './tokenLife.js'

/** The token in use, and the one way to another. */
export interface HeldToken {
  /** The token in use, while it lives. */
  readonly live: () => Option<IssuedToken>
  /** Hot. Each token as it comes into use. */
  readonly issued$: Observable<AccessToken>
  /** Hot. Emits when the token in use is forgotten. */
  readonly forgotten$: Observable<void>
  /**
   * Authenticates, once for all who subscribe meanwhile, and emits what then is in use; in the background, unless one of
   * them is interactive. Completes empty when the token is forgotten: what was asked for before may have been refused
   * with it.
   */
  readonly renew: (priority: Priority) => Observable<IssuedToken>
  /** Whether an authentication is in flight. */
  readonly isRenewing: () => boolean
  /** Milliseconds to the next attempt at a failed renewal. */
  readonly untilRetry: () => number
  /**
   * Hot. Emits when the platform hints that time may have leapt or the network is back: then no attempt waits for longer
   * than a second, or the service asked, after the one that failed.
   */
  readonly wakes$: Observable<unknown>
  /** What the last attempt failed with, in words. */
  readonly lastFailure: () => Option<string>
  /** Forgets the token in use. */
  readonly forget: () => void
  /** Whether this token is in use and lives. */
  readonly lives: (token: AccessToken) => boolean
  /** The service accepted this token. */
  readonly accept: (token: AccessToken) => void
  /** The service refused this token; answers whether another may be asked for. */
  readonly refuse: (token: AccessToken) => boolean
}

const backoff: BackoffConfig = { minDelay: 1000, maxDelay: 60_000 }

const notFresher = some('authenticate: the token has ended, or is not fresher than the last; check the clock')

/** What the service does not renew is used to its end. */
const usedUp = ({ token, life }: IssuedToken): IssuedToken => ({ token, life: { ...life, renews: life.expires } })

/** Holds one user's token. */
export const heldToken = (connection: Connection, request: Request<AccessToken>): HeldToken => {
  const { clock, emit, random } = connection
  const judge = refusals(clock)
  const issued = new Subject<AccessToken>()
  const forgotten = new Subject<void>()
  const aborted = new Subject<void>()
  let current: Option<IssuedToken> = none
  let flight: Observable<IssuedToken> | undefined
  let mostUrgent: Priority
  let failures = 0
  let retryAt = 0
  let hurriedRetryAt = 0
  let lastFailure: Option<string> = none

  const live = (): Option<IssuedToken> => filter(({ life }: IssuedToken) => until(life.expires, clock) > 0)(current)

  const isFresher = ({ life }: IssuedToken): boolean => {
    const held = live()
    const later = isNone(held) || life.expires.monotonic > held.value.life.expires.monotonic
    return later && until(life.expires, clock) >= shortestLife
  }

  const use = (candidate: IssuedToken, httpRequest: HttpRequest): void => {
    if (!isFresher(candidate)) throw new TokenUnavailable({ waited: 0, last: notFresher })
    current = some(candidate)
    flight = undefined
    failures = 0
    lastFailure = none
    judge.issued()
    emit(httpRequest, () => ({ _tag: 'TokenRenewed', expires_at: candidate.token.expires_at }))
    issued.next(candidate.token)
  }

  const backOff = (error: unknown, httpRequest: HttpRequest): void => {
    flight = undefined
    const passes = isTransient(error)
    const asked = passes ? waitAsked(error) : 0
    const wait = passes ? Math.max(asked, equalJitter(backoff, failures++, random)) : 0
    retryAt = clock.monotonic() + wait
    hurriedRetryAt = clock.monotonic() + Math.min(wait, Math.max(asked, backoff.minDelay))
    if (!passes) current = mapOption(usedUp)(current)
    if (!isClientError(error)) return
    lastFailure = error._tag === 'TokenUnavailable' ? error.last : some(error.message)
    emit(httpRequest, () => ({ _tag: 'TokenFailed', error, delay: passes ? some(wait) : none }))
  }

  const authenticate = defer(() => {
    const httpRequest = { ...toHttpRequest(connection, request), priority: mostUrgent }
    return issueToken(connection, request, httpRequest).pipe(
      tap((candidate) => use(candidate, httpRequest)),
      tap({ error: (error: unknown) => backOff(error, httpRequest) }),
    )
  })

  /** Unlike `takeUntil`, it aborts before it completes: who then asks again does not ask beside it. */
  const untilAborted = merge(
    aborted.pipe(
      take(1),
      map(() => EMPTY),
    ),
    of(authenticate),
  ).pipe(switchAll(), take(1))

  const start = (): Observable<IssuedToken> => {
    const started: Observable<IssuedToken> = untilAborted.pipe(
      finalize(() => {
        if (flight === started) flight = undefined
      }),
      share(),
    )
    return started
  }

  const forget = (): void => {
    current = none
    flight = undefined
    aborted.next()
    forgotten.next()
  }

  const isInUse = (token: AccessToken): boolean => current._tag === 'Some' && current.value.token === token

  return {
    live,
    issued$: issued.pipe(filterValues(isInUse)),
    forgotten$: forgotten,
    renew: (priority) =>
      defer(() => {
        if (flight === undefined) mostUrgent = priority
        else if (priority === 'interactive') connection.raise()
        return (flight ??= start())
      }),
    isRenewing: () => flight !== undefined,
    untilRetry: () => Math.max(retryAt - clock.monotonic(), 0),
    wakes$: wakes(clock).pipe(
      tap(() => {
        retryAt = Math.min(retryAt, hurriedRetryAt)
      }),
      share(),
    ),
    lastFailure: () => lastFailure,
    forget,
    lives: (token) => isInUse(token) && isSome(live()),
    accept: (token) => {
      if (isInUse(token)) judge.accepted()
    },
    refuse: (token) => {
      if (!isInUse(token)) return true
      if (!judge.refused()) return false
      forget()
      return true
    },
  }
}
