import { isNone, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { Observable } from 'rxjs'
import type { Priority } from '../../http/HttpRequest.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import type { IssuedToken } from './issueToken.js'

/** The authentication in flight. */
export interface Flight {
  /** The number of its request. */
  readonly number: number
  /** Shared. Emits the token that comes into use. */
  readonly token$: Observable<IssuedToken>
  /** Sends it ahead of others while it waits for permits. */
  readonly promote: () => void
  /** Whether it waits for permits. */
  readonly isQueued: boolean
}

/** The token of one user, and the authentication that replaces it. */
export interface TokenState {
  /** The token in use. */
  readonly current: Option<IssuedToken>
  /** The user of the latest token, in lower case. */
  readonly userUuid: string | undefined
  readonly flight: Flight | undefined
  /** The priority with which the next authentication is sent. */
  readonly priority: Priority
}

/**
 * What changes the state.
 *
 * - `Requested`: somebody needs a new token, before `Started` or while an authentication is in flight.
 * - `Started`, `Queued`, `Ended`: an authentication starts, enters or leaves the queue for permits, and is over.
 * - `Issued`, `Failed`: the result of the authentication in flight.
 * - `Expired`, `Forgotten`: the token in use has expired, or must not be used any more. Only the latter aborts the
 *   authentication in flight, whose token the service may refuse too.
 */
export type TokenEvent =
  | { readonly _tag: 'Requested'; readonly priority: Priority }
  | { readonly _tag: 'Started'; readonly flight: Flight }
  | { readonly _tag: 'Queued'; readonly number: number; readonly isQueued: boolean }
  | { readonly _tag: 'Issued'; readonly issued: IssuedToken }
  | { readonly _tag: 'Failed'; readonly isTransient: boolean }
  | { readonly _tag: 'Ended'; readonly number: number }
  | { readonly _tag: 'Expired' | 'Forgotten' }

export const initialTokenState: TokenState = {
  current: none,
  userUuid: undefined,
  flight: undefined,
  priority: 'interactive',
}

const userOf = ({ user }: AccessToken): string => user.uuid.toLowerCase()

/** The same token, which is used until it expires, because the service refuses to issue another one. */
const withoutRenewal = ({ token, life }: IssuedToken): IssuedToken => ({
  token,
  life: { ...life, renews: life.expires },
})

/** The state after an event. `Queued` and `Ended` of an authentication that is no longer in flight change nothing. */
export const reduceToken = (state: TokenState, event: TokenEvent): TokenState => {
  const { current, flight } = state
  switch (event._tag) {
    case 'Requested':
      return flight === undefined || event.priority === 'interactive' ? { ...state, priority: event.priority } : state
    case 'Started':
      return { ...state, flight: event.flight }
    case 'Queued':
      return flight?.number === event.number ? { ...state, flight: { ...flight, isQueued: event.isQueued } } : state
    case 'Issued':
      return { ...state, current: some(event.issued), userUuid: userOf(event.issued.token), flight: undefined }
    case 'Failed':
      return { ...state, current: event.isTransient ? current : map(withoutRenewal)(current), flight: undefined }
    case 'Ended':
      return flight?.number === event.number ? { ...state, flight: undefined } : state
    case 'Expired':
      return { ...state, current: none }
    case 'Forgotten':
      return { ...state, current: none, flight: undefined }
  }
}

/** Whether a token belongs to a new user, because the previous one was deleted and created again. */
export const hasNewUser = (token: AccessToken, { userUuid }: TokenState): boolean =>
  userUuid !== undefined && userUuid !== userOf(token)

/**
 * Whether a token replaces the one in use. A token of a new user always does, because it is issued only after the user
 * was deleted and created again. A token from the store does not, because it may be older than the token in use.
 */
export const isFresher = ({ token, life, isFromStore }: IssuedToken, state: TokenState): boolean =>
  isNone(state.current) ||
  life.expires.monotonic > state.current.value.life.expires.monotonic ||
  (isFromStore !== true && hasNewUser(token, state))
