import { oneOf, type Random, whole } from '../random.js'
import { second } from '../time.js'

/** How long requests and answers are on their way, in milliseconds. */
export interface Travel {
  /** Of a request. What its sender does not wait for arrives anyway: before the time is up for which it would wait. */
  readonly there: () => number
  readonly back: () => number
  /** Until when the network is slow, in true time. */
  slowUntil: number
}

const longest = 25 * second

/** The network of a world: in half of them it takes no time, but while it is slow. */
export const createTravel = (random: Random, now: () => number): Travel => {
  const usual = oneOf(random, [0, 0, 60, 900])
  const draw = (): number => {
    if (now() < travel.slowUntil && random() < 0.8) return whole(random, 0, longest)
    return usual === 0 ? 0 : Math.round(usual * (0.5 + random()))
  }
  const travel: Travel = { there: draw, back: () => Math.min(draw(), 2 * second), slowUntil: -Infinity }
  return travel
}
