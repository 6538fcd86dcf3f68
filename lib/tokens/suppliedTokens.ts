import { none } from 'fp-ts/lib/Option.js'
import { filter, type Observable, take } from 'rxjs'
import type { Clock } from '../clock/Clock.js'
import { after, type Moment, now, until } from '../clock/Moment.js'
import { words } from '../codec/messages.js'
import { wrongOption } from '../error/wrongOption.js'
import type { TokenSource } from '../http/policies/authorize.js'
import { type AccessToken, accessToken } from '../model/AccessToken.js'
import { reveal } from '../model/Redacted.js'
import { tokenTimeout } from './tokenTimeout.js'

/** The tokens of a user, where the program supplies and renews them. */
export interface SuppliedTokens extends TokenSource {
  /** Emits the tokens of the program that have not ended and were not refused. */
  readonly live$: Observable<AccessToken>
}

/** When a token ends, and whether the service refused it. */
interface TokenState {
  readonly end: Moment
  isRefused: boolean
}

/**
 * For so many of the latest tokens the state is kept. The states of refused tokens that have not ended are always kept.
 */
const mostStates = 100

/**
 * Makes a source of the tokens that the program supplies: each request takes the first token of the stream that has not
 * ended and was not refused.
 *
 * After a 401 a request waits for the next such token, at most for its timeout.
 */
export const suppliedTokens = (clock: Clock, token$: Observable<AccessToken>): SuppliedTokens => {
  /** The states by the content of the tokens: a stream may decode the same token anew for each subscriber. */
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

  /**
   * Whether a token has not ended and was not refused. A token ends when either clock reaches its end, so that a wall
   * clock which is set back does not make it valid again.
   */
  const isUsable = (token: AccessToken): boolean => {
    const { end, isRefused } = stateOf(token)
    return !isRefused && until(end, clock) > 0
  }

  const live$ = token$.pipe(
    filter((token) => {
      if (!accessToken.is(token)) throw wrongOption('/token$', words('to emit access tokens'))
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
