import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'

/** When something was asked and answered, by both clocks; the service's clock reads `serverTime` in between. */
export interface Exchanged {
  readonly start: Moment
  readonly end: Moment
  readonly serverTime: Option<number>
}

/** A moment by both clocks. */
export interface Moment {
  readonly wall: number
  readonly monotonic: number
}

/** A token's times: until when it lives, and from when it is renewed, by both local clocks. */
export interface TokenLife {
  readonly expires: Moment
  readonly renews: Moment
}

const maxWindow = 5 * 60_000
const maxJitter = 60_000
/** What lives for less is not worth using, and nothing is renewed sooner: neither would end. */
export const shortestLife = 1000
/** The service's `Date` has whole seconds and travels: smaller differences mean nothing. */
const toleratedSkew = 30_000
const dateResolution = 1000

/** The moment now. */
export const now = (clock: Clock): Moment => ({ wall: clock.wall(), monotonic: clock.monotonic() })

/** Milliseconds to a moment by the clock that is nearer to it: the wall clock can be set back, the monotonic one sleeps. */
export const until = (moment: Moment, clock: Clock): number =>
  Math.min(moment.wall - clock.wall(), moment.monotonic - clock.monotonic())

/** How far the local clock is behind the service's, where that is beyond doubt. */
const skewOf = ({ serverTime }: Exchanged, middle: number): number => {
  if (isNone(serverTime)) return 0
  const skew = serverTime.value - middle
  return Math.abs(skew) > toleratedSkew ? skew + dateResolution : 0
}

/**
 * The life of a token that expires at `expiresAt` on the service's clock.
 *
 * It is renewed before it ends by a window (a fifth of its life, at most five minutes) and a random part of a twentieth
 * (at most a minute), so that many clients do not come at once.
 */
export const tokenLife = (expiresAt: number, exchanged: Exchanged, random: () => number): TokenLife => {
  const { start, end } = exchanged
  const half = (end.monotonic - start.monotonic) / 2
  const middle: Moment = { wall: start.wall + half, monotonic: start.monotonic + half }
  const life = expiresAt - (middle.wall + skewOf(exchanged, middle.wall))
  const window = Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)
  const after = (ms: number): Moment => ({ wall: middle.wall + ms, monotonic: middle.monotonic + ms })
  return { expires: after(life), renews: after(Math.max(life - window, shortestLife)) }
}
