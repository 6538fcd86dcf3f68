import type { BudgetScope, CircuitState } from '../../index.js'

/** `ok`: nothing fails. `degraded`: something fails, but may recover without help. `down`: data is no longer read. */
export type HealthStatus = 'ok' | 'degraded' | 'down'

/** The health of all watchers of one operation. */
export interface StreamHealth {
  readonly status: HealthStatus
  /** How many watchers are running. */
  readonly watchers: number
  /** How many of the watchers are late, and how many of these are so late that they are down. */
  readonly late: number
  readonly down: number
  /** How many of the watchers would be late, had they not to wait for the budget of requests. */
  readonly waiting: number
  /** The moment since which every watcher has completed a round; `null` if one of them has completed none. */
  readonly lastSuccess: Date | null
  /**
   * The milliseconds since the last round of the watcher whose last round has ended longest ago; of a watcher that has
   * completed none, since its start. It grows while data is not read: what an alarm can be set on.
   */
  readonly roundAge: number
  /**
   * How old the oldest checkpoint of the watchers was when the round that has set it ended, in milliseconds. A checkpoint
   * may be as old as the newest row that has changed, so this says nothing of how up to date the rows are.
   */
  readonly checkpointAge: number | null
  /** Failures in a row of the watcher that has most of them. */
  readonly failures: number
  /** The message of the last failure, unless a success has followed it. */
  readonly lastError: string | null
}

/** The tokens of all users together. The times are those of the token that was issued last. */
export interface TokenHealth {
  readonly renewed: Date | null
  readonly expires: Date | null
  /** Failures since the last token was issued. */
  readonly failures: number
}

/** The last `BudgetChanged` of a scope. If there are many users, it is that of one of them. */
export interface BudgetHealth {
  readonly limit: number | null
  readonly remaining: number | null
  readonly waiting: number
  /** When the cool-down ends that the service has asked for by a 429. */
  readonly coolDownUntil: Date | null
}

/** The health of a client and its watchers, as plain data that can be sent as JSON. */
export interface Health {
  readonly status: HealthStatus
  /** The reasons in words, if the status is not `ok`; and which watchers wait for the budget of requests. */
  readonly reasons: ReadonlyArray<string>
  readonly time: Date
  /** The health of the watchers, by operation, such as `transactions.updated`. */
  readonly streams: Readonly<Record<string, StreamHealth>>
  readonly token: TokenHealth
  readonly budget: Readonly<Partial<Record<BudgetScope, BudgetHealth>>>
  readonly circuit: CircuitState
}
