import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { after, type Moment } from '../clock/Moment.js'

/** When something was asked and answered, by both clocks; the service's clock reads `serverTime` in between. */
export interface Exchanged {
  readonly start: Moment
  readonly end: Moment
  readonly serverTime: Option<number>
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
  const middle = after(start, half)
  const life = expiresAt - (middle.wall + skewOf(exchanged, middle.wall))
  const window = Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)
  return { expires: after(middle, life), renews: after(middle, Math.max(life - window, shortestLife)) }
}
