import type { HealthStatus, StreamHealth } from './Health.js'

/** The state of one watcher. Numeric times are by the monotonic clock. */
export interface WatcherState {
  readonly operation: string
  readonly label: string | undefined
  /** When its next round is due, or when its last page arrived if that is later. */
  readonly due: number
  /** When its last round ended, or when it started if none has. */
  readonly since: number
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

/** The health of a stream, and the watchers that the reasons name. */
export interface StreamFacts {
  readonly health: StreamHealth
  readonly late: ReadonlyArray<WatcherState>
  readonly waiting: ReadonlyArray<WatcherState>
  readonly failing: WatcherState
}

/** The number of failures in a row that makes a stream degraded. */
const degradedAfter = 3

const earliest = (watched: ReadonlyArray<WatcherState>): Date | null =>
  watched.reduce<Date | null>((earliestSoFar, { lastSuccess }) => {
    if (earliestSoFar === null || lastSuccess === null) return null
    return lastSuccess < earliestSoFar ? lastSuccess : earliestSoFar
  }, watched[0]?.lastSuccess ?? null)

const oldest = (watched: ReadonlyArray<WatcherState>): number | null =>
  watched.reduce<number | null>(
    (oldestSoFar, { checkpointAge: age }) => (age === null || (oldestSoFar ?? -Infinity) > age ? oldestSoFar : age),
    null,
  )

/**
 * The health of the watchers of one operation at a moment of the monotonic clock. A watcher that waits for the budget is
 * late only when another one would be down, and never down: a restart of the process would not help.
 */
export const streamHealth = (
  watched: ReadonlyArray<WatcherState>,
  now: number,
  { lateAfter, downAfter }: LateRules,
): StreamFacts => {
  const isSilent = ({ due }: WatcherState): boolean => now - due >= Math.min(lateAfter, downAfter)
  const isDown = ({ due }: WatcherState): boolean => now - due >= downAfter
  const waiting = watched.filter((one) => one.isQueued && isSilent(one))
  const late = watched.filter((one) => (one.isQueued ? isDown(one) : now - one.due >= lateAfter))
  const down = watched.filter((one) => !one.isQueued && isDown(one)).length
  const failing = watched.reduce((worst, one) => (one.failures > worst.failures ? one : worst))
  const isDegraded = late.length > 0 || failing.failures >= degradedAfter
  const status: HealthStatus = down === watched.length ? 'down' : isDegraded ? 'degraded' : 'ok'
  const health = {
    status,
    watchers: watched.length,
    late: late.length,
    down,
    waiting: waiting.length,
    lastSuccess: earliest(watched),
    roundAge: Math.max(...watched.map(({ since }) => now - since)),
    checkpointAge: oldest(watched),
    failures: failing.failures,
    lastError: failing.lastError,
  }
  return { health, late, waiting, failing }
}
