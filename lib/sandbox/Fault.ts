import type { FaultKind } from './FaultKind.js'
import type { JournalEntry } from './JournalEntry.js'
import type { RouteName } from './routes.js'

/** Which requests a fault applies to. */
export interface FaultScope {
  /** The name of a route, a pattern for paths, or a predicate; default: every request. */
  readonly on?: RouteName | RegExp | ((request: JournalEntry) => boolean)
  /** How many requests it applies to, default 1; `Infinity` for all. */
  readonly times?: number
  /** How many matching requests are answered without it first, default 0. */
  readonly after?: number
  /** The probability that it applies to a matching request, 0 to 1, default 1; drawn from the sandbox's seed. */
  readonly probability?: number
}

/** An error on demand: what goes wrong, and for which requests. */
export type Fault = FaultKind & FaultScope
