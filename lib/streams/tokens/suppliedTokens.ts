import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable } from 'rxjs'
import { addMs, type Clock, type Moment, msUntil, now } from '../../base/clock/Clock.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { reveal } from '../../base/Redacted.js'
import type { TokenSource } from '../../http/policies/authorize.js'
import { type AccessToken, accessToken } from '../../service/model/AccessToken.js'
import { tokenTimeout } from './issueToken.js'
import { newTokenMs, pauseAfter } from './RenewalBackoff.js'

/** The tokens of a user that the program supplies and renews. */
export interface SuppliedTokens extends TokenSource {
  /** Emits the supplied tokens that have neither expired nor been refused. */
  readonly usable$: Observable<AccessToken>
}

/** When a token expires, and until when it is not used because the service refused it. Numbers are monotonic times. */
interface TokenState {
  readonly end: Moment
  readonly firstSeenAt: number
  /** How often it was refused since it was last accepted. */
  refusals: number
  refusedUntil: number
}

/**
 * The maximum number of tokens whose states are stored; the oldest are deleted first. The states of refused tokens that
 * have not expired are never deleted.
 */
const maxStates = 100

/**
 * The tokens that the program supplies: each request takes the first token of `token$` that has neither expired nor
 * been refused.
 *
 * After a 401 a token is not used for half a minute. With each further 401 this time doubles, up to ten minutes,
 * because the service may refuse a token only for a while. In the meantime a request waits for another token, at most
 * for its timeout. A token that was first seen less than five seconds ago does not count as refused: some servers may
 * not know it yet.
 */
export const suppliedTokens = (clock: Clock, token$: Observable<AccessToken>): SuppliedTokens => {
  /** The states by the content of the tokens, because a stream may decode the same token again for each subscriber. */
  const states = new Map<string, TokenState>()
  const stateOf = ({ access_token, expires_at }: AccessToken): TokenState => {
    const key = `${String(expires_at.getTime())} ${reveal(access_token)}`
    const existing = states.get(key)
    if (existing !== undefined) return existing
    const end = addMs(now(clock), expires_at.getTime() - clock.wall())
    const state = { end, firstSeenAt: clock.monotonic(), refusals: 0, refusedUntil: -Infinity }
    for (const [oldest, state] of states)
      if (states.size >= maxStates && !(state.refusals > 0 && msUntil(state.end, clock) > 0)) states.delete(oldest)
    states.set(key, state)
    return state
  }

  /**
   * Whether a token has neither expired nor been refused. It expires when either clock reaches the expiry, so that
   * setting the wall clock back does not make it valid again.
   */
  const isUsable = (token: AccessToken): boolean => {
    const { end, refusedUntil } = stateOf(token)
    return msUntil(end, clock) > 0 && clock.monotonic() >= refusedUntil
  }

  const usable$ = token$.pipe(
    ignoreTeardownErrors,
    filter((token) => {
      if (!accessToken.is(token)) throw wrongOption('/token$', 'to emit access tokens')
      return isUsable(token)
    }),
  )
  return {
    usable$,
    take: (timeout) => usable$.pipe(tokenTimeout(clock, timeout, () => none)),
    isLive: isUsable,
    refuse: (token) => {
      const state = stateOf(token)
      const refusedAt = clock.monotonic()
      if (refusedAt - state.firstSeenAt < newTokenMs) return 'same'
      // Requests that were sent before the first of their 401s do not count.
      if (refusedAt >= state.refusedUntil) state.refusedUntil = refusedAt + pauseAfter(++state.refusals)
      return 'another'
    },
    accept: (token) => {
      stateOf(token).refusals = 0
    },
  }
}
