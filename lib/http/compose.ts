import type { Policy } from './Http.js'

/** Composes policies into one; the first is the outermost. */
export const compose =
  (...policies: ReadonlyArray<Policy>): Policy =>
  (http) =>
    policies.reduceRight((next, policy) => policy(next), http)
