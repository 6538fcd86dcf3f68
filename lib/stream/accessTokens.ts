import { isNone, isSome } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  finalize,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  repeat,
  share,
  take,
  throwError,
} from 'rxjs'
import { delay } from '../clock/delay.js'
import { until } from '../clock/Moment.js'
import { isTransient } from '../error/isTransient.js'
import type { Connection } from '../http/Connection.js'
import type { Priority } from '../http/HttpRequest.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { whenActive } from '../http/policies/pause.js'
import type { Request } from '../http/Request.js'
import type { AccessToken } from '../model/AccessToken.js'
import { heldToken } from './heldToken.js'
import type { IssuedToken } from './issueToken.js'
import { withPatience } from './withPatience.js'

/** The tokens of one user: one that lives for whoever needs it, and a stream of them. */
export interface AccessTokens extends TokenSource {
  /** Shared. The machine behind a user's `token$`, where its contract stands. */
  readonly token$: Observable<AccessToken>
  /** Forgets the token: the next one who needs it, or whoever is subscribed, gets one that is asked for from now on. */
  readonly invalidate: () => void
  /** Whether nobody uses it and nothing is kept. */
  readonly isIdle: () => boolean
}

/** How tokens are kept. */
export interface AccessTokensConfig {
  /** Whether the timer of a subscribed `token$` keeps a Node process alive. */
  readonly keepAlive: boolean
  /** While its latest value is `false`, a subscribed `token$` renews nothing. */
  readonly active$: Observable<boolean>
}

/** No timer sleeps longer: after a machine's sleep it is seen soon that time has passed. */
const tick = 30_000

/** Keeps one user's tokens: the machine behind {@link AccessTokens}. */
export const accessTokens = (
  connection: Connection,
  request: Request<AccessToken>,
  { keepAlive, active$ }: AccessTokensConfig,
): AccessTokens => {
  const { clock } = connection
  const held = heldToken(connection, request)
  let watchers = 0
  let waiting = 0

  /** Completes empty where it is nobody's error: what passes, and anything while the token in use lives. */
  const renewed = (priority: Priority) =>
    held
      .renew(priority)
      .pipe(
        catchError((error: unknown) => (isSome(held.live()) || isTransient(error) ? EMPTY : throwError(() => error))),
      )

  const untilRenewal = (): number => {
    const kept = held.live()
    return isNone(kept) ? held.untilRetry() : Math.max(until(kept.value.life.renews, clock), held.untilRetry())
  }

  const waitOrRenew = defer((): Observable<unknown> => {
    const wait = untilRenewal()
    if (wait > 0)
      return merge(delay(clock, Math.min(wait, tick), { keepAlive }), held.wakes$, held.forgotten$).pipe(take(1))
    return whenActive(active$).pipe(concatMap(() => (untilRenewal() > 0 ? EMPTY : renewed('background'))))
  })

  const keepFresh: Observable<never> = waitOrRenew.pipe(ignoreElements(), repeat(), share())

  /** Renewals that somebody else sees to, or that are not due yet. */
  const isCaredFor = ({ life }: IssuedToken): boolean =>
    until(life.renews, clock) > 0 || held.isRenewing() || held.untilRetry() > 0

  const useWaitOrRenew = (priority: Priority) =>
    defer((): Observable<AccessToken> => {
      const kept = held.live()
      if (isSome(kept) && isCaredFor(kept.value)) return of(kept.value.token)
      const wait = held.untilRetry()
      return wait > 0
        ? merge(delay(clock, wait), held.wakes$).pipe(take(1), ignoreElements())
        : renewed(priority).pipe(map(({ token }) => token))
    })

  /** What a subscriber gets whatever the time: the live token, or the next one, whose request is not put off. */
  const firstToken = defer(() => {
    const kept = held.live()
    if (isSome(kept)) return of(kept.value.token)
    return held.untilRetry() > 0 ? EMPTY : renewed('interactive').pipe(ignoreElements())
  })

  return {
    token$: defer(() => {
      watchers++
      return merge(held.issued$, firstToken, keepFresh).pipe(finalize(() => watchers--))
    }),
    take: (patience, priority = 'interactive') =>
      defer(() => {
        waiting++
        return useWaitOrRenew(priority).pipe(
          repeat(),
          take(1),
          withPatience(clock, patience, held.lastFailure),
          catchError((error: unknown) => {
            const kept = held.live()
            return isSome(kept) ? of(kept.value.token) : throwError(() => error)
          }),
          finalize(() => waiting--),
        )
      }),
    lives: held.lives,
    refuse: held.refuse,
    accept: held.accept,
    invalidate: held.forget,
    isIdle: () => watchers === 0 && waiting === 0 && isNone(held.live()),
  }
}
