/**
 * How many permits may be lent in the first `ms` milliseconds after a cool-down: one at once, five within a second, and
 * about twice as many in each further second.
 */
export const maxPermitsAfter = (ms: number): number => 1 + Math.floor(4 * (2 ** (ms / 1000) - 1))

/** How many milliseconds after a cool-down one more permit may be lent, if `lent` permits were lent since its end. */
export const delayAfterPermits = (lent: number): number => 1000 * Math.log2(lent / 4 + 1)
