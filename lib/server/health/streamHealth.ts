import type { HealthStatus, StreamHealth } from './Health.js'

/** The state of one watcher. Numeric times are by the monotonic clock. */
export interface WatcherState {
  readonly operation: string
  readonly label: string | undefined
  /** When its next round is due, or when its last page arrived if that is later. */
  readonly due: number
  /** When it last completed a round, or when it started if it has completed none. */
  readonly lastRoundCompletedAt: number
  readonly lastSuccess: Date | null
  readonly checkpointAge: number | null
  readonly failures: number
  readonly lastError: string | null
  /** Whether its request waits for the budget. */
  readonly isQueued: boolean
}

/** How late a watcher may be, in milliseconds. */
export interface LateRules {
  readonly lateAfter: number
  readonly downAfter: number
}

/** The health of a stream, and the watchers that `Health.reasons` mentions. */
export interface StreamFacts {
  readonly health: StreamHealth
  readonly late: ReadonlyArray<WatcherState>
  readonly waiting: ReadonlyArray<WatcherState>
  readonly worstWatcher: WatcherState
}

/** The number of failures in a row that makes a stream degraded. */
const minFailuresForDegraded = 3

const earliestSuccess = (watchers: ReadonlyArray<WatcherState>): Date | null =>
  watchers.reduce<Date | null>((earliestSoFar, { lastSuccess }) => {
    if (earliestSoFar === null || lastSuccess === null) return null
    return lastSuccess < earliestSoFar ? lastSuccess : earliestSoFar
  }, watchers[0]?.lastSuccess ?? null)

const oldestCheckpointAge = (watchers: ReadonlyArray<WatcherState>): number | null =>
  watchers.reduce<number | null>(
    (oldestSoFar, { checkpointAge: age }) => (age === null || (oldestSoFar ?? -Infinity) > age ? oldestSoFar : age),
    null,
  )

/**
 * The health of the watchers of one operation at a time of the monotonic clock. A watcher that waits for the budget
 * counts as late only after `downAfter`, and never counts as down, because restarting the process would not help.
 */
export const streamHealth = (
  watchers: ReadonlyArray<WatcherState>,
  now: number,
  { lateAfter, downAfter }: LateRules,
): StreamFacts => {
  const isOverdue = ({ due }: WatcherState): boolean => now - due >= Math.min(lateAfter, downAfter)
  const isDown = ({ due }: WatcherState): boolean => now - due >= downAfter
  const waiting = watchers.filter((watcher) => watcher.isQueued && isOverdue(watcher))
  const late = watchers.filter((watcher) => (watcher.isQueued ? isDown(watcher) : now - watcher.due >= lateAfter))
  const down = watchers.filter((watcher) => !watcher.isQueued && isDown(watcher)).length
  const worstWatcher = watchers.reduce((worst, watcher) => (watcher.failures > worst.failures ? watcher : worst))
  const isDegraded = late.length > 0 || worstWatcher.failures >= minFailuresForDegraded
  const status: HealthStatus = down === watchers.length ? 'down' : isDegraded ? 'degraded' : 'ok'
  const health = {
    status,
    watchers: watchers.length,
    late: late.length,
    down,
    waiting: waiting.length,
    lastSuccess: earliestSuccess(watchers),
    roundAge: Math.max(...watchers.map(({ lastRoundCompletedAt }) => now - lastRoundCompletedAt)),
    checkpointAge: oldestCheckpointAge(watchers),
    failures: worstWatcher.failures,
    lastError: worstWatcher.lastError,
  }
  return { health, late, waiting, worstWatcher }
}
