import type { Clock } from '../../base/clock/Clock.js'

/** The sandbox's time: the time of its clock, plus the total of all `advance` calls. */
export interface SandboxTime {
  readonly now: () => number
  readonly advance: (ms: number) => void
}

const isVirtual = (clock: Clock): clock is Clock & { readonly advance: (ms: number) => void } =>
  'advance' in clock && typeof clock.advance === 'function'

/**
 * Creates the sandbox's time, in whole milliseconds. If the clock has an `advance`, that method moves the time.
 */
export const sandboxTime = (clock: Clock): SandboxTime => {
  let ahead = 0
  return {
    now: () => Math.floor(clock.wall() + ahead),
    advance: (ms) => {
      if (!(ms >= 0 && ms < Infinity))
        throw new RangeError('sandbox.advance: expected a number of milliseconds, 0 or more')
      if (isVirtual(clock)) clock.advance(ms)
      else ahead += ms
    },
  }
}
