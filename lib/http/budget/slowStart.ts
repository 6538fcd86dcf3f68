/**
 * The maximum number of permits to lease in the first `ms` milliseconds after a cool-down: one at once, five within a
 * second, and about twice as many in each further second.
 */
export const maxPermitsAfter = (ms: number): number => 1 + Math.floor(4 * (2 ** (ms / 1000) - 1))

/** The milliseconds after the end of a cool-down at which the permit after `leased` others may be leased. */
export const delayAfterPermits = (leased: number): number => 1000 * Math.log2(leased / 4 + 1)
