import type { operationTable } from '../../service/profile/operations.js'
import type { FaultKind } from './faultKinds.js'
import type { JournalEntry } from './journal.js'
import type { RouteName } from './routes.js'

/** The name of an operation in a client's events and errors. */
export type OperationName = (typeof operationTable)[keyof typeof operationTable]['name']

/** Which requests a fault applies to. */
export interface FaultScope {
  /**
   * Which requests; default: all.
   *
   * - A name: a route of the profile's `paths` such as `transactionsUpdated`, or an operation such as
   *   `transactions.updated`, as in a client's events and errors. If operations share a path, a fault on one of them
   *   applies to each request that this operation could have sent. Under `bridge2025`, a fault on `transactions` also
   *   applies to requests with `since`, and a fault on `transactionsUpdated` only to those.
   * - A path that begins with `/`, in which `:id` stands for any segment, or a pattern for paths.
   * - A predicate.
   */
  readonly on?: RouteName | OperationName | `/${string}` | RegExp | ((request: JournalEntry) => boolean)
  /** How many requests the fault applies to; default 1; `Infinity` for all. */
  readonly times?: number
  /** How many matching requests are answered without the fault first; default 0. */
  readonly after?: number
  /**
   * The probability, 0 to 1, that the fault applies to a matching request; default 1. It is drawn from the sandbox's
   * seed.
   */
  readonly probability?: number
  /**
   * How long the fault applies, in milliseconds of the sandbox's time from the first request that it applies to; default:
   * until `times` is used up. With this option `times` is `Infinity` by default.
   */
  readonly duration?: number
}

/** A fault: what goes wrong, and for which requests. */
export type Fault = FaultKind & FaultScope
