import type { Clock } from '../clock/Clock.js'
import type { Access } from '../config/access.js'
import type { ConnectionSettings } from '../config/connectionSettings.js'
import type { Emit } from '../event/eventHub.js'
import type { Budget } from '../http/budget/budget.js'
import type { Connection } from '../http/Connection.js'
import type { Policy } from '../http/Http.js'
import type { ServiceVersion } from '../profile/ServiceVersion.js'
import type { Connect } from './Connect.js'

/** Makes a policy of what a connection has. */
type MakePolicy<P> = (clock: Clock, random: () => number, emit: Emit) => P

/** A connection while it is made: for the application, and for a user. */
export interface Unfinished {
  readonly settings: ConnectionSettings
  readonly version: ServiceVersion
  readonly connect: Connect
  readonly issue: Access['issue']
}

/**
 * What a connection does beyond sending, in any order, each once: `withBreaker()`, `withBudget()`, and `withTokens(…)` or
 * `withUser(…)`. Those that a program does not name are not in its bundle.
 */
export interface ConnectionFeature {
  /** @internal */
  readonly breaker?: MakePolicy<Policy>
  /** @internal */
  readonly budget?: MakePolicy<(principal: string) => Budget>
  /** @internal */
  readonly user?: (unfinished: Unfinished) => Connection
}
