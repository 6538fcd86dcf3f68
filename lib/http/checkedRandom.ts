import { wrongOption } from '../base/error/wrongOption.js'

/**
 * Checks the numbers of a `random` that the user gave: throws a `ConfigError` for one outside 0 to 1, which would make
 * no valid wait.
 */
export const checkedRandom =
  (random: () => number): (() => number) =>
  () => {
    const fraction = random()
    if (Number.isFinite(fraction) && fraction >= 0 && fraction <= 1) return fraction
    throw wrongOption('/random', 'to give a number from 0 to 1')
  }
