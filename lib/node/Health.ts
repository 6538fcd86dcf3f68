import type { BudgetScope, CircuitState } from '../index.js'

/** `ok`: nothing fails. `degraded`: something fails, and may succeed again by itself. `down`: the work is not done. */
export type HealthStatus = 'ok' | 'degraded' | 'down'

/** The watchers of one operation together. */
export interface StreamHealth {
  readonly status: HealthStatus
  /** How many run. */
  readonly watchers: number
  /** How many of them are late, and of these how many are so late that they are down. */
  readonly late: number
  readonly down: number
  /**
   * When each of them had ended a round: the end of the round that is the longest ago; `null` while one has ended none.
   */
  readonly lastSuccess: Date | null
  /**
   * Milliseconds that the checkpoint of the one that is the furthest behind was behind at the end of its last round.
   */
  readonly lag: number | null
  /** Failures in a row, of the one that has the most. */
  readonly failures: number
  /** What the last failure was, if there is one that no success has followed. */
  readonly lastError: string | null
}

/** The tokens of all users together; times of the last one. */
export interface TokenHealth {
  readonly renewed: Date | null
  readonly expires: Date | null
  /** Failures since the last one was given. */
  readonly failures: number
}

/** What was told last of a scope of the budget; of many users it was one. */
export interface BudgetHealth {
  readonly limit: number | null
  readonly remaining: number | null
  readonly waiting: number
  /** Until when the service has asked to be left alone. */
  readonly coolDownUntil: Date | null
}

/** How a client and its watchers fare: plain data, as it is to become JSON. */
export interface Health {
  readonly status: HealthStatus
  /** In words, why it is not `ok`. */
  readonly reasons: ReadonlyArray<string>
  readonly time: Date
  /** By operation, such as `transactions.updated`. */
  readonly streams: Readonly<Record<string, StreamHealth>>
  readonly token: TokenHealth
  readonly budget: Readonly<Partial<Record<BudgetScope, BudgetHealth>>>
  readonly circuit: CircuitState
}
