import type { FaultKind } from './FaultKind.js'
import type { JournalEntry } from './JournalEntry.js'
import type { RouteName } from './routes.js'

/** Which requests a fault applies to. */
export interface FaultScope {
  /** The name of a route, a pattern for paths, or a predicate; default: every request. */
  readonly on?: RouteName | RegExp | ((request: JournalEntry) => boolean)
  /** To how many requests the fault applies; default 1; `Infinity` for all. */
  readonly times?: number
  /** How many matching requests are answered without the fault first; default 0. */
  readonly after?: number
  /**
   * The probability, 0 to 1, that the fault applies to a matching request; default 1. It is drawn from the sandbox's
   * seed.
   */
  readonly probability?: number
}

/** A fault: what goes wrong, and for which requests. */
export type Fault = FaultKind & FaultScope
