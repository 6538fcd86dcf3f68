import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { after, type Moment, now, until } from '../clock/Moment.js'
import { wrongOption } from '../error/wrongOption.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import { reveal } from '../model/Redacted.js'
import { withPatience } from './withPatience.js'

/** Tokens that somebody else renews. */
export interface SuppliedTokens extends TokenSource {
  /** Those that live and were not refused. */
  readonly live$: Observable<AccessToken>
}

/** What is known of a token: when it ends, and whether the service refused it. */
interface Known {
  readonly end: Moment
  isRefused: boolean
}

/** Of so many tokens, the latest; of those that were refused and would live, all. */
const mostKnown = 100

/**
 * Tokens that somebody else renews: a request takes the first of the stream that lives and was not refused.
 *
 * After a 401 it waits for the next one, as long as the request's time-out.
 */
export const suppliedTokens = (clock: Clock, token$: Observable<AccessToken>): SuppliedTokens => {
  /** By what they say: a stream may decode the same token anew for each subscriber. */
  const known = new Map<string, Known>()

  const know = ({ access_token, expires_at }: AccessToken): Known => {
    const key = `${String(expires_at.getTime())} ${reveal(access_token)}`
    const found = known.get(key)
    if (found !== undefined) return found
    const made = { end: after(now(clock), expires_at.getTime() - clock.wall()), isRefused: false }
    for (const [oldest, { end, isRefused }] of known)
      if (known.size >= mostKnown && !(isRefused && until(end, clock) > 0)) known.delete(oldest)
    known.set(key, made)
    return made
  }

  /** Its end is that by both clocks since it was first seen: a wall clock that is set back brings nothing to life. */
  const isUsable = (token: AccessToken): boolean => {
    const { end, isRefused } = know(token)
    return !isRefused && until(end, clock) > 0
  }

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
      know(token).isRefused = true
      return true
    },
    accept: () => undefined,
  }
}
