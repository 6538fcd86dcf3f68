/**
 * The maximum number of permits to lend in the first `ms` milliseconds after a cool-down: one at once, five within a
 * second, and about twice as many in each further second.
 */
export const maxPermitsAfter = (ms: number): number => 1 + Math.floor(4 * (2 ** (ms / 1000) - 1))

/** The milliseconds after the end of a cool-down at which the permit after `lent` others may be lent. */
export const delayAfterPermits = (lent: number): number => 1000 * Math.log2(lent / 4 + 1)
