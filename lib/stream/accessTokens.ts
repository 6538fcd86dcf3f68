import { isNone, isSome, none, type Option, some } from 'fp-ts/lib/Option.js'
import {
  catchError,
  concat,
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
  retry,
  share,
  take,
  throwError,
} from 'rxjs'
import { delay } from '../clock/delay.js'
import { isTransient } from '../error/isTransient.js'
import type { Connection } from '../http/Connection.js'
import type { TokenSource } from '../http/policies/authorize.js'
import type { Request } from '../http/Request.js'
import type { AccessToken } from '../model/AccessToken.js'
import { heldToken } from './heldToken.js'
import type { IssuedToken } from './issueToken.js'
import { until } from './tokenLife.js'
import { withPatience } from './withPatience.js'

/** The tokens of one user: one that lives for whoever needs it, and a stream of them. */
export interface AccessTokens extends TokenSource {
  /**
   * Shared. Emits a live token at once or as soon as there is one, then each newer one; never completes. One
   * authentication serves all. Lives through what passes, and through anything while the token in use lives; errors
   * when the service then refuses to issue one, and subscribing again asks again. The last to unsubscribe clears the
   * timer and aborts an authentication that no request waits for; a live token is kept.
   */
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
}

/** No timer sleeps longer: after a machine's sleep it is seen soon that time has passed. */
const tick = 30_000

/** Keeps one user's tokens: the machine behind {@link AccessTokens}. */
export const accessTokens = (
  connection: Connection,
  request: Request<AccessToken>,
  { keepAlive }: AccessTokensConfig,
): AccessTokens => {
  const { clock } = connection
  const { live, issued$, forgotten$, renewal$, isRenewing, untilRetry, forget, accept, refuse } = heldToken(
    connection,
    request,
  )
  let watchers = 0
  let waiting = 0

  /** A failed renewal is nobody's error while the token in use lives. */
  const isHarmless = (error: unknown): boolean => isSome(live()) || isTransient(error)

  const untilRenewal = (): number => {
    const held = live()
    return isNone(held) ? untilRetry() : Math.max(until(held.value.life.renews, clock), untilRetry())
  }

  const step = defer(() => {
    const wait = untilRenewal()
    if (wait > 0) return merge(delay(clock, Math.min(wait, tick), { keepAlive }), forgotten$).pipe(take(1))
    return renewal$.pipe(catchError((error: unknown) => (isHarmless(error) ? EMPTY : throwError(() => error))))
  })

  const keepFresh: Observable<never> = step.pipe(ignoreElements(), repeat(), share())

  /** Renewals that somebody else sees to, or that are not due yet. */
  const isCaredFor = ({ life }: IssuedToken): boolean =>
    until(life.renews, clock) > 0 || isRenewing() || watchers > 0 || untilRetry() > 0

  const attempt: Observable<AccessToken> = defer(() => {
    const held = live()
    if (isSome(held) && isCaredFor(held.value)) return of(held.value.token)
    const wait = isRenewing() ? 0 : untilRetry()
    if (wait > 0) return delay(clock, wait).pipe(concatMap(() => attempt))
    const renewed = renewal$.pipe(
      map(({ token }) => token),
      catchError((error: unknown) => (isSome(live()) ? EMPTY : throwError(() => error))),
    )
    return concat(renewed, attempt).pipe(take(1))
  })

  return {
    token$: defer(() => {
      watchers++
      const held = defer(() => of(live())).pipe(concatMap((token) => (isSome(token) ? of(token.value.token) : EMPTY)))
      return merge(issued$, held, keepFresh).pipe(finalize(() => watchers--))
    }),
    take: (patience) =>
      defer(() => {
        let last: Option<string> = none
        waiting++
        return attempt.pipe(
          retry({
            delay: (error: unknown) => {
              if (!isTransient(error)) return throwError(() => error)
              last = error._tag === 'TokenUnavailable' ? error.last : some(error._tag)
              return of(true)
            },
          }),
          withPatience(clock, patience, () => last),
          finalize(() => waiting--),
        )
      }),
    refuse,
    accept,
    invalidate: forget,
    isIdle: () => watchers === 0 && waiting === 0 && isNone(live()),
  }
}
