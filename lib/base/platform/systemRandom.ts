/** Numbers from 0 to 1 by the platform: for jitter, never for secrets. */
export const systemRandom = (): number => Math.random()
