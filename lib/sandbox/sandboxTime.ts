import type { Clock } from '../clock/Clock.js'

/** The sandbox's time: the clock's, and what it was moved ahead by. */
export interface SandboxTime {
  readonly now: () => number
  readonly advance: (ms: number) => void
}

const isVirtual = (clock: Clock): clock is Clock & { readonly advance: (ms: number) => void } =>
  'advance' in clock && typeof clock.advance === 'function'

/** Time by a clock, in whole milliseconds; one that can be moved is moved itself. */
export const sandboxTime = (clock: Clock): SandboxTime => {
  let ahead = 0
  return {
    now: () => Math.floor(clock.wall() + ahead),
    advance: (ms) => {
      if (!(ms >= 0 && ms < Infinity)) throw new RangeError('sandbox.advance: a number of milliseconds, 0 or more')
      if (isVirtual(clock)) clock.advance(ms)
      else ahead += ms
    },
  }
}
