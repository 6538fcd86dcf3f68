import { wrongOption } from '../base/error/decodeOptions.js'

/**
 * Wraps the option `random` in a check: it throws a `ConfigError` if the result is not a number from 0 to 1, because waits
 * would be invalid.
 */
export const checkedRandom =
  (random: () => number): (() => number) =>
  () => {
    const fraction = random()
    if (Number.isFinite(fraction) && fraction >= 0 && fraction <= 1) return fraction
    throw wrongOption('/random', 'a function that returns a number from 0 to 1')
  }
