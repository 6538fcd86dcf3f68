import type { Policy } from './Http.js'

/** The policies as one, the outermost first. */
export const compose =
  (...policies: ReadonlyArray<Policy>): Policy =>
  (http) =>
    policies.reduceRight((next, policy) => policy(next), http)
