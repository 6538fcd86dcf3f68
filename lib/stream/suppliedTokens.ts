import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { after, type Moment, now, until } from '../clock/Moment.js'
import { wrongOption } from '../error/wrongOption.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import { withPatience } from './withPatience.js'

/** Tokens that somebody else renews. */
export interface SuppliedTokens extends TokenSource {
  /** Those that live and were not refused. */
  readonly live$: Observable<AccessToken>
}

/**
 * Tokens that somebody else renews: a request takes the first of the stream that lives and was not refused.
 *
 * After a 401 it waits for the next one, as long as the request's time-out.
 */
export const suppliedTokens = (clock: Clock, token$: Observable<AccessToken>): SuppliedTokens => {
  const refused = new WeakSet<AccessToken>()
  const ends = new WeakMap<AccessToken, Moment>()

  /** By both clocks since it was first seen: a wall clock that is set back brings nothing to life. */
  const lives = (token: AccessToken): boolean => {
    const end = ends.get(token) ?? after(now(clock), token.expires_at.getTime() - clock.wall())
    ends.set(token, end)
    return until(end, clock) > 0
  }

  const isUsable = (token: AccessToken): boolean => !refused.has(token) && lives(token)

  const live$ = token$.pipe(
    filter((token) => {
      if (!accessToken.is(token)) throw wrongOption('/token$', 'to emit access tokens')
      return isUsable(token)
    }),
  )
  return {
    live$,
    take: (patience) =>
      live$.pipe(
        take(1),
        withPatience(clock, patience, () => none),
      ),
    lives: isUsable,
    refuse: (token) => {
      refused.add(token)
      return true
    },
    accept: () => undefined,
  }
}
