/** How many permits may have been lent `ms` milliseconds after a cool-down has ended: one, five in a second, then doubling. */
export const mostAfter = (ms: number): number => 1 + Math.floor(4 * (2 ** (ms / 1000) - 1))

/** How many milliseconds after the end of a cool-down one more than `lent` may be lent. */
export const opensAfter = (lent: number): number => 1000 * Math.log2(lent / 4 + 1)
