import { isNone, type Option } from 'fp-ts/lib/Option.js'
import type { Clock } from '../../base/clock/Clock.js'
import { addMs, type Moment } from '../../base/clock/Moment.js'

/**
 * When a request left and when its answer arrived, by both local clocks, and the service's time of the answer, from its
 * `Date` header.
 */
export interface Exchange {
  readonly start: Moment
  readonly end: Moment
  readonly serverTime: Option<number>
}

/** When a token ends and when it is to be renewed, by both local clocks. */
export interface TokenLife {
  readonly expires: Moment
  readonly renews: Moment
  /** When the token was asked for, by the monotonic clock. */
  readonly askedAt: number
}

const maxWindow = 5 * 60_000
const maxJitter = 60_000
/**
 * A token that lives shorter than this is not used, and no token is renewed sooner: otherwise the client would
 * authenticate without end.
 */
export const minLife = 1000
/** The local clock is taken for right while it is ahead of the service's clock by no more than this. */
const maxLead = 30_000
/** The service's `Date` header has a resolution of one second. */
const dateResolution = 1000
/** How far two clocks of one machine may drift apart, as a fraction of the time that has passed. */
const drift = 1e-4
/** If the wall clock and the monotonic clock differ by this much more than their drift, one of them has leapt. */
const leap = 1000

/**
 * How many milliseconds the local clock is behind the service's clock; negative if it is ahead. It is 0 unless the
 * local clock is certainly wrong: the service's time is later than the arrival of its answer, or much earlier than the
 * departure of the request.
 */
const lagOf = ({ start, end, serverTime }: Exchange, middle: number): number => {
  // #sabotage: clock-difference
  if (isNone(serverTime)) return 0
  const time = serverTime.value
  return time > end.wall || time < start.wall - maxLead ? time + dateResolution - middle : 0
}

/**
 * The life of a token that expires at `expiresAt` on the service's clock.
 *
 * The token is to be renewed before it ends: a fifth of its life before, but at most five minutes. A random time is
 * added to that, up to a twentieth of its life and at most a minute, so that many clients do not renew their tokens at
 * once.
 */
export const tokenLife = (expiresAt: number, exchange: Exchange, random: () => number): TokenLife => {
  const { start, end } = exchange
  const half = (end.monotonic - start.monotonic) / 2
  const middle = addMs(start, half)
  const life = expiresAt - (middle.wall + lagOf(exchange, middle.wall))
  // #sabotage: renewal-jitter
  const window = Math.min(maxWindow, life / 5) + random() * Math.min(maxJitter, life / 20)
  return {
    expires: addMs(middle, life),
    // #sabotage: renewal-window
    renews: addMs(middle, Math.max(life - window, minLife)),
    askedAt: start.monotonic,
  }
}

/**
 * The milliseconds for which a token is certainly valid.
 *
 * After the token was issued, only the machine's clocks say how much time has passed. The wall clock can be set; the
 * monotonic clock cannot, but on many machines it stands still during a sleep. As long as neither happens, both clocks
 * agree about the time that is left. When they disagree, the wall clock was set or the machine has slept since the
 * token was asked for, or both: a clock that is set back by two hours on a machine that sleeps for two and a half looks
 * like half an hour of sleep. How much time has passed is then unknown, so the token counts as ended. The times of the
 * next token are measured anew, so each change of the clock and each sleep costs every user one authentication, or one
 * question to a token store, which measures the time by a clock of its own.
 *
 * Two cases are not noticed: a wall clock that is set back by just as much as the machine sleeps, both between two
 * readings; and a wall clock that is wrong from the start, if the service sends no `Date`.
 */
export const timeLeft = ({ askedAt, expires }: TokenLife, clock: Clock): number => {
  const monotonic = clock.monotonic()
  const byWall = expires.wall - clock.wall()
  const byMonotonic = expires.monotonic - monotonic
  const haveLeapt = Math.abs(byWall - byMonotonic) > leap + (monotonic - askedAt) * drift
  // #sabotage: time-left
  return haveLeapt ? 0 : Math.min(byWall, byMonotonic)
}
