import type { ApiVersion } from './apiVersions.js'
import type { Language } from './data/categoryNames.js'
import type { Match } from './router.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

/** How faults change the answer of an operation. */
export interface FaultEffects {
  /** How many empty pages come before the rows. */
  readonly emptyPages?: number
  /** How many rows a page skips; if negative, how many rows of the previous page it repeats. */
  readonly shiftedRows?: number
  /** Whether the list has no rows. */
  readonly isEmpty?: boolean
  /** By how much `expires_at` is off, in milliseconds. */
  readonly skew?: number
}

/** One call of an operation that `admit` has accepted. */
export interface Call {
  readonly state: State
  readonly request: WireRequest
  readonly match: Match
  readonly apiVersion: ApiVersion
  readonly parameters: URLSearchParams
  readonly language: Language
  /** The user whose token was sent. */
  readonly bearer: UserState | undefined
  readonly effects: FaultEffects
  /** Records the user of the call in the journal. */
  readonly noteUser: (user: UserState) => void
}
