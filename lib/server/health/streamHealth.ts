import type { HealthStatus, StreamHealth } from './Health.js'

/** What is known of one watcher. Its times are those of the monotonic clock. */
export interface WatcherState {
  readonly operation: string
  readonly label: string | undefined
  /** When its next round should have ended, or when its last page has come if that is later. */
  readonly due: number
  /** When its last round has ended, or when it has started. */
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

/** The health of a stream, with the watchers that its reasons name. */
export interface StreamFacts {
  readonly health: StreamHealth
  readonly late: ReadonlyArray<WatcherState>
  readonly waiting: ReadonlyArray<WatcherState>
  readonly failing: WatcherState
}

/** From so many failures in a row on, a stream is degraded. */
const maxFailures = 3

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
 * late only when another one would be down, and never down: to start the process again would not help it.
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
  const failing = watched.reduce((oldestSoFar, one) => (one.failures > oldestSoFar.failures ? one : oldestSoFar))
  const isDegraded = late.length > 0 || failing.failures >= maxFailures
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
