import { wrongOption } from '../base/error/decodeOptions.js'

/**
 * Wraps the option `random` in a check: it throws a `ConfigError` if the result is not a number from 0 to 1, because
 * waits would be invalid.
 */
export const checkedRandom =
  (random: () => number): (() => number) =>
  () => {
    const fraction = random()
    if (Number.isFinite(fraction) && fraction >= 0 && fraction <= 1) return fraction
    throw wrongOption('/random', 'a function that returns a number from 0 to 1')
  }

/** How the waits between attempts grow. Milliseconds. */
export interface BackoffConfig {
  readonly minDelay: number
  readonly maxDelay: number
}

/** An interval that varies by up to 10 %, so that many watchers do not send their requests at the same time. */
export const jitteredInterval = (interval: number, random: () => number): number => interval * (0.9 + random() * 0.2)

/** The longest wait after attempt number `attempt`, counted from 0: it doubles from `minDelay` up to `maxDelay`. */
const ceiling = ({ minDelay, maxDelay }: BackoffConfig, attempt: number): number =>
  Math.min(maxDelay, minDelay * 2 ** Math.min(attempt, 52))

/** A random wait from 0 to the ceiling, so that many clients do not retry at the same time. */
export const fullJitter = (config: BackoffConfig, attempt: number, random: () => number): number =>
  // #sabotage: full-jitter
  random() * ceiling(config, attempt)

/** A random wait from half the ceiling to the ceiling, for retries that must never follow at once. */
export const equalJitter = (config: BackoffConfig, attempt: number, random: () => number): number =>
  ceiling(config, attempt) * (0.5 + random() / 2)
