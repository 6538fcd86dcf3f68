import type { Clock } from '../base/clock/Clock.js'
import type { Emit } from '../base/event/eventHub.js'
import type { Budget } from '../http/budget/budget.js'
import type { Connection } from '../http/Connection.js'
import type { Policy } from '../http/Http.js'
import type { ServiceVersion } from '../service/profile/ServiceVersion.js'
import type { Access } from './config/access.js'
import type { ConnectionSettings } from './config/connectionSettings.js'
import type { Connect } from './Connect.js'

/** Creates a policy from the parts that all policies of a client share. */
type CreatePolicy<P> = (clock: Clock, random: () => number, emit: Emit) => P

/** The parts from which a feature creates the connection of a user. */
export interface FeatureParts {
  readonly settings: ConnectionSettings
  readonly version: ServiceVersion
  readonly connect: Connect
  readonly authenticationListener: Access['authenticationListener']
}

/**
 * A feature that `createConnection` adds to a connection: `withBreaker()`, `withBudget()`, and `withTokens(…)` or
 * `withUser(…)`. Their order does not matter, and each may be given once. A bundle contains only the features that the
 * program imports.
 */
export interface ConnectionFeature {
  /** @internal */
  readonly breaker?: CreatePolicy<Policy>
  /** @internal */
  readonly budget?: CreatePolicy<(principal: string) => Budget>
  /** @internal */
  readonly user?: (parts: FeatureParts) => Connection
}
