import { wrongOption } from '../base/error/wrongOption.js'

/**
 * The option `random`, checked: throws a `ConfigError` if it returns no number from 0 to 1, because the wait would be
 * invalid.
 */
export const checkedRandom =
  (random: () => number): (() => number) =>
  () => {
    const fraction = random()
    if (Number.isFinite(fraction) && fraction >= 0 && fraction <= 1) return fraction
    throw wrongOption('/random', 'a function that returns a number from 0 to 1')
  }
