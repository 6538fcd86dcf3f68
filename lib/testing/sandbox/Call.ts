import type { Language } from './data/categoryTree.js'
import type { Match } from './router.js'
import type { UserState } from './sandboxUsers.js'
import type { Stage } from './stages.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

/** How faults change the answer of an operation. */
export interface FaultEffects {
  /** How many empty pages come before the rows. */
  readonly emptyPages?: number
  /** By how many rows a page begins too late; too early if it is negative, so that rows of the page before come again. */
  readonly shiftedRows?: number
  /** Whether the list has no rows. */
  readonly isEmpty?: boolean
  /** By how much `expires_at` is off, in milliseconds. */
  readonly skew?: number
}

/** One call of an operation, after `admit` has let it through. */
export interface Call {
  readonly state: State
  readonly request: WireRequest
  readonly match: Match
  readonly stage: Stage
  readonly parameters: URLSearchParams
  readonly language: Language
  /** The user whose token was sent. */
  readonly bearer: UserState | undefined
  readonly effects: FaultEffects
  /** Notes in the journal which user the call is about. */
  readonly about: (user: UserState) => void
}
