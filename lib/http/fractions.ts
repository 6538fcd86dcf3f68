import { wrongOption } from '../error/wrongOption.js'

/** The numbers of a user's `random`: throws a `ConfigError` for one outside 0 to 1, for it would be no wait. */
export const fractions =
  (random: () => number): (() => number) =>
  () => {
    const fraction = random()
    if (Number.isFinite(fraction) && fraction >= 0 && fraction <= 1) return fraction
    throw wrongOption('/random', 'to give a number from 0 to 1')
  }
