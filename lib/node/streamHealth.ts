import type { HealthStatus, StreamHealth } from './Health.js'

/** What is known of one watcher. `due` is when its next round should have ended, by the monotonic clock. */
export interface Watched {
  readonly operation: string
  readonly due: number
  readonly lastSuccess: Date | null
  readonly lag: number | null
  readonly failures: number
  readonly lastError: string | null
}

/** How late a watcher may be, in milliseconds. */
export interface LateRules {
  readonly lateAfter: number
  readonly downAfter: number
}

/** From so many failures in a row on, a stream is degraded. */
const tooMany = 3

const earliest = (watched: ReadonlyArray<Watched>): Date | null =>
  watched.reduce<Date | null>((least, { lastSuccess }) => {
    if (least === null || lastSuccess === null) return null
    return lastSuccess < least ? lastSuccess : least
  }, watched[0]?.lastSuccess ?? null)

const furthest = (watched: ReadonlyArray<Watched>): number | null =>
  watched.reduce<number | null>((most, { lag }) => (lag === null || (most ?? -Infinity) > lag ? most : lag), null)

/** The health of the watchers of one operation at a moment of the monotonic clock. */
export const streamHealth = (
  watched: ReadonlyArray<Watched>,
  now: number,
  { lateAfter, downAfter }: LateRules,
): StreamHealth => {
  const late = watched.filter(({ due }) => now - due >= lateAfter).length
  const down = watched.filter(({ due }) => now - due >= downAfter).length
  const failing = watched.reduce((most, one) => (one.failures > most.failures ? one : most))
  const isDegraded = late > 0 || failing.failures >= tooMany
  const status: HealthStatus = down === watched.length ? 'down' : isDegraded ? 'degraded' : 'ok'
  return {
    status,
    watchers: watched.length,
    late,
    down,
    lastSuccess: earliest(watched),
    lag: furthest(watched),
    failures: failing.failures,
    lastError: failing.lastError,
  }
}
