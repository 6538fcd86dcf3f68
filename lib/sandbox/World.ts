/** What all data of a sandbox is made from. */
export interface World {
  readonly seed: number
  /** The beginning of the day on which the sandbox was made: what was there before has happened until then. */
  readonly anchor: number
  /** The sandbox's time: milliseconds since 1970. */
  readonly now: () => number
  readonly banks: number
  readonly transactions: number
  readonly stocks: number
  /** How many of the newest transactions of a user are pending at the start. */
  readonly pending: number
  /** What the `updated_at` of transactions is a whole number of, in milliseconds. */
  readonly precision: number
}

/** A moment, cut to a whole number of so many milliseconds. */
export const whole = (ms: number, precision: number): number => Math.floor(ms / precision) * precision

/** A moment as the interface writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The day of a moment in UTC, `YYYY-MM-DD`. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10)

/** An amount with cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100
