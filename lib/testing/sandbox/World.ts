/** The seed, time and sizes from which all data of a sandbox is generated. */
export interface World {
  readonly seed: number
  /**
   * The beginning of the day on which the sandbox was created: milliseconds since 1970. The generated history ends there.
   */
  readonly sandboxStartMs: number
  /** The sandbox's time: milliseconds since 1970. */
  readonly now: () => number
  readonly banks: number
  readonly transactions: number
  readonly stocks: number
  /** How many transactions a new item gets when a user connects it. */
  readonly newItemTransactions: number
  /** How many of the newest transactions of a user are pending at the start. */
  readonly pending: number
  /** The resolution of the `updated_at` of transactions, in milliseconds. */
  readonly precision: number
  /** The id of the test bank, if there is one. It is the bank of every user's first item. */
  readonly demoBank?: number
  /** The name of the accounts whose data access is disabled at first. */
  readonly disabledAccount?: string
  /** Whether balances include rows with `show_client_side: false`, because the API version does not have that field. */
  readonly countsRepeats?: boolean
}

/** A time in milliseconds, rounded down to a multiple of `precision`. */
export const floorTo = (ms: number, precision: number): number => Math.floor(ms / precision) * precision

/** A time in ISO 8601, as the API writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10)

/** An amount rounded to cents. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100
