import type { Clock } from '../../base/clock/Clock.js'
import { systemClock } from '../../base/clock/systemClock.js'
import type { SqlDialect } from './SqlDialect.js'

/**
 * The `clock` option of a mirror; `undefined` if it is not set or is the system's clock. The time of the database counts
 * then, because the clocks of processes may be wrong.
 */
export const customClock = (clock: Clock | undefined): Clock | undefined => (clock === systemClock ? undefined : clock)

/** A dialect whose present time is that of the custom clock, if the mirror has one. */
export const dialectWithClock = (dialect: SqlDialect, clock: Clock | undefined): SqlDialect => {
  const custom = customClock(clock)
  if (custom === undefined) return dialect
  return {
    ...dialect,
    get now() {
      return dialect.timestamp(new Date(custom.wall()).toISOString())
    },
  }
}
