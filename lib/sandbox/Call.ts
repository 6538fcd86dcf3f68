import type { Language } from './data/categories.js'
import type { Match } from './router.js'
import type { Stage } from './stages.js'
import type { State } from './State.js'
import type { UserState } from './users.js'
import type { WireRequest } from './WireRequest.js'

/** What faults ask of the lists. */
export interface Tuning {
  /** Empty pages before the rows. */
  readonly emptyPages?: number
  /** Rows of the page before that come again. */
  readonly repeatedRows?: number
  /** By how much `expires_at` is off, in milliseconds. */
  readonly skew?: number
}

/** One call of an operation, admitted. */
export interface Call {
  readonly state: State
  readonly request: WireRequest
  readonly match: Match
  readonly stage: Stage
  readonly parameters: URLSearchParams
  readonly language: Language
  /** Whose token was sent. */
  readonly bearer: UserState | undefined
  readonly tuning: Tuning
  /** Tells the journal whom the call is about. */
  readonly about: (user: UserState) => void
}
