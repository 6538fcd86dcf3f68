import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../clock/Clock.js'
import { after, type Moment } from '../clock/Moment.js'

/** When a request left and its answer came, by both clocks; the service's clock read `serverTime` in between. */
export interface Exchange {
  readonly start: Moment
  readonly end: Moment
  readonly serverTime: Option<number>
}

/** A token's times by both local clocks: when it ends, and when it is to be renewed. */
export interface TokenLife {
  readonly expires: Moment
  readonly renews: Moment
  /** When it was asked for, by the monotonic clock. */
  readonly askedAt: number
}

const maxWindow = 5 * 60_000
const maxJitter = 60_000
/** A token with less to live is not used, and none is renewed sooner: else the client would authenticate without end. */
export const shortestLife = 1000
/** A local clock that is ahead of the service's by no more than this is taken for right. */
const toleratedLead = 30_000
/** The service's `Date` has whole seconds. */
const dateResolution = 1000
/** How far two clocks of one machine may drift apart, as a part of the time that has passed. */
const drift = 1e-4
/** Clocks that differ by this many milliseconds more than that have leapt. */
const leap = 1000

/**
 * How far the local clock is behind the service's; negative if it is ahead. It is 0 unless the local clock is certainly
 * wrong: the service's time is later than the arrival of its answer, or much earlier than the departure of the request.
 */
const lagOf = ({ start, end, serverTime }: Exchange, middle: number): number => {
  // #sabotage: clock-difference
  if (isNone(serverTime)) return 0
  const time = serverTime.value
  return time > end.wall || time < start.wall - toleratedLead ? time + dateResolution - middle : 0
}

/**
 * The life of a token that expires at `expiresAt` on the service's clock.
 *
 * It is to be renewed a fifth of its life before its end, at most five minutes, and a random part of a twentieth of its
 * life earlier, at most a minute, so that many clients do not renew theirs at once.
 */
export const tokenLife = (expiresAt: number, exchange: Exchange, random: () => number): TokenLife => {
  const { start, end } = exchange
  const half = (end.monotonic - start.monotonic) / 2
  const middle = after(start, half)
  const life = expiresAt - (middle.wall + lagOf(exchange, middle.wall))
  // #sabotage: renewal-jitter
  const window = Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)
  return {
    expires: after(middle, life),
    // #sabotage: renewal-window
    renews: after(middle, Math.max(life - window, shortestLife)),
    askedAt: start.monotonic,
  }
}

/**
 * For how many milliseconds a token certainly lives.
 *
 * Between two answers of the service only the machine's clocks say how much time has passed. The wall clock can be set;
 * the monotonic one cannot, but on many machines it stands still in a sleep. While neither happens both clocks agree
 * about the time that is left. When they differ, the wall clock was set or the machine has slept since the token was asked
 * for, or both: a clock that is set back by two hours on a machine that sleeps for two and a half looks like half an hour
 * of sleep. How much time has passed is then unknown, so the token counts as ended. The next one is measured anew, which
 * costs each user one authentication for each time that the clock is set or the machine sleeps.
 *
 * Two things go unnoticed: a wall clock that is set back by just as much as the machine sleeps, both between two readings;
 * and a wall clock that is wrong from the start, if the service sends no `Date`.
 */
export const timeLeft = ({ askedAt, expires }: TokenLife, clock: Clock): number => {
  const monotonic = clock.monotonic()
  const byWall = expires.wall - clock.wall()
  const byMonotonic = expires.monotonic - monotonic
  const haveLeapt = Math.abs(byWall - byMonotonic) > leap + (monotonic - askedAt) * drift
  // #sabotage: time-left
  return haveLeapt ? 0 : Math.min(byWall, byMonotonic)
}
