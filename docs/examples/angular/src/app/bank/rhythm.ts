/**
 * How often is asked, in milliseconds. The sandbox's time is compressed, so this is much more often than an app asks a
 * real bank: there, leave `every` to its defaults.
 */
export const rhythm = {
  /** Between two rounds of what has changed. */
  changes: 2000,
  /** Between two questions during a refresh. */
  refresh: 700,
  /** After a refresh has ended, until somebody may have begun another one. */
  nextRefresh: 4000,
} as const
