import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { after, type Moment, now, until } from '../clock/Moment.js'
import { wrongOption } from '../error/wrongOption.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import { reveal } from '../model/Redacted.js'
import { tokenTimeout } from './tokenTimeout.js'

/** Tokens that the program supplies and renews. */
export interface SuppliedTokens extends TokenSource {
  /** Those that live and were not refused. */
  readonly live$: Observable<AccessToken>
}

/** What is known of a token: when it ends, and whether the service refused it. */
interface TokenState {
  readonly end: Moment
  isRefused: boolean
}

/** The states of this many tokens are kept, the latest; and of refused ones that have not ended, all. */
const mostStates = 100

/**
 * Tokens that the program supplies: each request takes the first of the stream that lives and was not refused.
 *
 * After a 401 it waits for the next one, for as long as its timeout.
 */
export const suppliedTokens = (clock: Clock, token$: Observable<AccessToken>): SuppliedTokens => {
  /** By the content of the tokens: a stream may decode the same token anew for each subscriber. */
  const states = new Map<string, TokenState>()

  const stateOf = ({ access_token, expires_at }: AccessToken): TokenState => {
    const key = `${String(expires_at.getTime())} ${reveal(access_token)}`
    const found = states.get(key)
    if (found !== undefined) return found
    const made = { end: after(now(clock), expires_at.getTime() - clock.wall()), isRefused: false }
    for (const [oldest, { end, isRefused }] of states)
      if (states.size >= mostStates && !(isRefused && until(end, clock) > 0)) states.delete(oldest)
    states.set(key, made)
    return made
  }

  /** A token has ended when either clock has come to its end, so that setting the wall clock back makes none live again. */
  const isUsable = (token: AccessToken): boolean => {
    const { end, isRefused } = stateOf(token)
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
    take: (timeout) =>
      live$.pipe(
        take(1),
        tokenTimeout(clock, timeout, () => none),
      ),
    lives: isUsable,
    refuse: (token) => {
      stateOf(token).isRefused = true
      return true
    },
    accept: () => undefined,
  }
}
