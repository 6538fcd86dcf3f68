import type { FaultKind } from './FaultKind.js'
import type { JournalEntry } from './JournalEntry.js'
import type { RouteName } from './routes.js'

/** Which requests a fault meets. */
export interface FaultScope {
  /** A route's name, a pattern for paths, or a question about the request; default: every request. */
  readonly on?: RouteName | RegExp | ((request: JournalEntry) => boolean)
  /** How many requests it meets, default 1; `Infinity` for all. */
  readonly times?: number
  /** How many matching requests are let through first, default 0. */
  readonly after?: number
  /** The share of the matching requests that it meets, drawn from the sandbox's seed: 0 to 1, default 1. */
  readonly probability?: number
}

/** Something that goes wrong on demand: what, and which requests it meets. */
export type Fault = FaultKind & FaultScope
