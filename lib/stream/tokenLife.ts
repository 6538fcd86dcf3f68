import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
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
  /** When it was asked for, by the monotonic clock. */
  readonly asked: number
}

const maxWindow = 5 * 60_000
const maxJitter = 60_000
/** What lives for less is not worth using, and nothing is renewed sooner: neither would end. */
export const shortestLife = 1000
/** By so much a local clock may be ahead of the service's; to take a token for younger than the local clock says needs more. */
const toleratedLead = 30_000
/** The service's `Date` has whole seconds. */
const dateResolution = 1000
/** Two clocks of one machine come apart by no more than this part of the time that goes by. */
const drift = 1e-4
/** What is more, by so many milliseconds, is a leap. */
const leap = 1000

/**
 * How far the local clock is behind the service's, where that is beyond doubt: the service has told a time that was still
 * to come when its answer was here already, or one that had long passed when it was asked.
 */
const lagOf = ({ start, end, serverTime }: Exchanged, middle: number): number => {
  if (isNone(serverTime)) return 0
  const told = serverTime.value
  return told > end.wall || told < start.wall - toleratedLead ? told + dateResolution - middle : 0
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
  const life = expiresAt - (middle.wall + lagOf(exchanged, middle.wall))
  const window = Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)
  return {
    expires: after(middle, life),
    renews: after(middle, Math.max(life - window, shortestLife)),
    asked: start.monotonic,
  }
}

/**
 * For how many milliseconds a token lives beyond doubt.
 *
 * Between two answers of the service only the machine's clocks tell how much time has passed. The wall clock can be set;
 * the monotonic one cannot, but on many machines it stands still in a sleep. While neither happens the two go on alike,
 * and say the same about the time that is left. Where they do not, the wall clock was set or the machine has slept since
 * the token was asked for, or both: to be set back by two hours and to sleep for two and a half looks like half an hour of
 * sleep. How much time has passed is then unknown, so the token counts as ended, and the next one is measured anew. That
 * is one authentication for a step or a sleep, of each user who is in use.
 *
 * Two things stay unseen: a wall clock set back by as much as the machine sleeps before anybody looks, for then the
 * clocks go on as though neither had happened; and a wall clock that is wrong from the start, if the service tells no time.
 */
export const timeLeft = ({ asked, expires }: TokenLife, clock: Clock): number => {
  const monotonic = clock.monotonic()
  const byWall = expires.wall - clock.wall()
  const byMonotonic = expires.monotonic - monotonic
  const haveLeapt = Math.abs(byWall - byMonotonic) > leap + (monotonic - asked) * drift
  return haveLeapt ? 0 : Math.min(byWall, byMonotonic)
}
