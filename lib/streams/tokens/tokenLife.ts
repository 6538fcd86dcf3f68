import { isNone, type Option } from 'fp-ts/lib/Option.js'
import { addMs, type Clock, type Moment } from '../../base/clock/Clock.js'

/**
 * When a request was sent and when its response arrived, by both local clocks; and the service's time, from the `Date`
 * header of the response.
 */
export interface Exchange {
  readonly start: Moment
  readonly end: Moment
  readonly serverTime: Option<number>
}

/** When a token expires and when it has to be renewed, by both local clocks. */
export interface TokenLife {
  readonly expires: Moment
  readonly renews: Moment
  /** When the token was requested, by the monotonic clock. */
  readonly askedAt: number
}

const maxWindow = 5 * 60_000
const maxJitter = 60_000
/**
 * The minimum life of a token, in milliseconds. A token that expires sooner is not used, and no token is renewed
 * sooner, because the client would then authenticate continuously.
 */
export const minLife = 1000
/** The local clock counts as right if it is at most this many milliseconds ahead of the service's clock. */
const maxLead = 30_000
/** The service's `Date` header has a resolution of one second. */
const dateResolution = 1000
/** How far two clocks of one machine may drift apart, as a fraction of the time that has passed. */
const drift = 1e-4
/**
 * If the two clocks differ by more than this many milliseconds plus their drift, one of them was set or stood still.
 */
const maxDifference = 1000

/**
 * How many milliseconds the local clock is behind the service's clock; negative if it is ahead. It is 0 unless the
 * local clock is certainly wrong: the service's time is later than the arrival of its response, or much earlier than
 * the departure of the request.
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
 * The token has to be renewed a fifth of its life before it expires, but at most five minutes before. A random time is
 * added, up to a twentieth of its life and at most a minute, so that many clients do not renew their tokens at the same
 * time.
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

/** Whether one of the local clocks was set or stood still since the token was requested. */
export const hasClockJumped = ({ askedAt, expires }: TokenLife, clock: Clock): boolean => {
  const monotonic = clock.monotonic()
  const difference = expires.wall - clock.wall() - (expires.monotonic - monotonic)
  return Math.abs(difference) > maxDifference + (monotonic - askedAt) * drift
}

/**
 * The milliseconds for which a token is certainly valid.
 *
 * After the token was issued, the client can only use the machine's clocks to measure time. The wall clock can be set.
 * The monotonic clock cannot, but on many machines it stands still during a sleep. If neither has happened, both clocks
 * agree about the remaining time. If they disagree, the client cannot tell how much time has passed, so the token
 * counts as expired. Each change of the clock and each sleep therefore costs every user one authentication, or one
 * request to a token store.
 *
 * Two cases go unnoticed: a wall clock that is set back by exactly the time of a sleep, and, if the service sends no
 * `Date`, a wall clock that is wrong from the start.
 */
export const timeLeft = (life: TokenLife, clock: Clock): number => {
  const byWall = life.expires.wall - clock.wall()
  const byMonotonic = life.expires.monotonic - clock.monotonic()
  // #sabotage: time-left
  return hasClockJumped(life, clock) ? 0 : Math.min(byWall, byMonotonic)
}
