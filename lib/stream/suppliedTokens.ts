import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
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
  const live$ = token$.pipe(
    filter((token) => {
      if (!accessToken.is(token)) throw wrongOption('/token$', 'to emit access tokens')
      return !refused.has(token) && token.expires_at.getTime() > clock.wall()
    }),
  )
  return {
    live$,
    take: (patience) =>
      live$.pipe(
        take(1),
        withPatience(clock, patience, () => none),
      ),
    refuse: (token) => {
      refused.add(token)
      return true
    },
    accept: () => undefined,
  }
}
