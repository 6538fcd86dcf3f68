/**
 * How often the page asks, in milliseconds. The time of the sandbox is compressed, so this is much more often than an app
 * asks a real bank: there, leave `every` to its defaults.
 */
export const rhythm = {
  /** From one round of changes to the next. */
  changes: 2000,
  /** From one look at the consents to the next. */
  consents: 4000,
  /** From one look at which accounts are one to the next. */
  lineages: 10_000,
  /** From a failed request to the next attempt. */
  retry: 5000,
} as const
