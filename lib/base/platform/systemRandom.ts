/** A random number from 0 to 1: for jitter, never for secrets. */
export const systemRandom = (): number => Math.random()
