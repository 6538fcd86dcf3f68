import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { SqlDialect } from './SqlDialect.js'

/**
 * The clock of a mirror, if its caller has given one. Otherwise the time of the database counts, because the clocks of
 * processes may be wrong.
 */
export const ownClock = (clock: Clock | undefined): Clock | undefined => (clock === systemClock ? undefined : clock)

/** A dialect whose present time is that of the mirror's own clock, if it has one. */
export const dialectWithClock = (dialect: SqlDialect, clock: Clock | undefined): SqlDialect => {
  const own = ownClock(clock)
  if (own === undefined) return dialect
  return {
    ...dialect,
    get now() {
      return dialect.timestamp(new Date(own.wall()).toISOString())
    },
  }
}
