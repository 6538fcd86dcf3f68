import type { BudgetScope, CircuitState } from '../../base/event/ClientEvent.js'

/** `ok`: nothing fails. `degraded`: something fails, but may recover by itself. `down`: data is no longer read. */
export type HealthStatus = 'ok' | 'degraded' | 'down'

/** The health of all watchers of one operation. */
export interface StreamHealth {
  readonly status: HealthStatus
  /** The number of running watchers. */
  readonly watchers: number
  /** The number of late watchers, and the number of watchers that are so late that they are down. */
  readonly late: number
  readonly down: number
  /** The number of watchers that would be late, but wait for the budget of requests. */
  readonly waiting: number
  /**
   * The earliest of the times at which the watchers last completed a successful round; `null` if one of them never has.
   */
  readonly lastSuccess: Date | null
  /**
   * The longest time since a watcher last completed a round, or since its start if it has completed none, in
   * milliseconds. It grows while no data is read: set an alarm on it.
   */
  readonly roundAge: number
  /**
   * The age of the oldest checkpoint at the end of the round that set it, in milliseconds. A checkpoint may be as old
   * as the newest changed row, so this does not show how up to date the rows are.
   */
  readonly checkpointAge: number | null
  /** The highest number of failures in a row of any watcher. */
  readonly failures: number
  /**
   * The message of the last failure of the watcher with the most failures in a row; `null` if it has not failed since
   * its last success.
   */
  readonly lastError: string | null
}

/** The tokens of all users together. The times belong to the last issued token. */
export interface TokenHealth {
  readonly renewed: Date | null
  readonly expires: Date | null
  /** Failures since the last token was issued. */
  readonly failures: number
}

/** The last `BudgetChanged` event of a scope; if the scope is per user, the last event of any user. */
export interface BudgetHealth {
  readonly limit: number | null
  readonly remaining: number | null
  readonly waiting: number
  /** The end of the cool-down after a 429. */
  readonly coolDownUntil: Date | null
}

/** The health of a client and its watchers, as plain data that can be sent as JSON. */
export interface Health {
  readonly status: HealthStatus
  /** The reasons for a status that is not `ok`; also names watchers that wait for the budget of requests. */
  readonly reasons: ReadonlyArray<string>
  readonly time: Date
  /** The health of the watchers, by operation, such as `transactions.updated`. */
  readonly streams: Readonly<Record<string, StreamHealth>>
  readonly token: TokenHealth
  readonly budget: Readonly<Partial<Record<BudgetScope, BudgetHealth>>>
  readonly circuit: CircuitState
}
