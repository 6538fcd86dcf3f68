/** How the waits between attempts grow. Milliseconds. */
export interface BackoffConfig {
  readonly minDelay: number
  readonly maxDelay: number
}

/** The longest wait before attempt `attempt` + 1: it doubles from `minDelay` and ends at `maxDelay`. */
const ceiling = ({ minDelay, maxDelay }: BackoffConfig, attempt: number): number =>
  Math.min(maxDelay, minDelay * 2 ** Math.min(attempt, 52))

/** A random wait from 0 to the ceiling, so that the retries of many clients are spread. */
export const fullJitter = (config: BackoffConfig, attempt: number, random: () => number): number =>
  // #sabotage: full-jitter
  random() * ceiling(config, attempt)

/** A random wait from half the ceiling to the ceiling, for retries that must not come at once. */
export const equalJitter = (config: BackoffConfig, attempt: number, random: () => number): number =>
  ceiling(config, attempt) * (0.5 + random() / 2)
