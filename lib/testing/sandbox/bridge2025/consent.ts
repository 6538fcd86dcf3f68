import type { ScheduledItem } from '../refreshes.js'

type Consented = Pick<ScheduledItem, 'consents'>

/** How long a consent is valid after the synchronisation that it was given for; documented. */
const consentLifetime = 180 * 24 * 60 * 60 * 1000

/**
 * When a consent for an item ends: the last one that was given at or before `now`, or, without `now`, the last of all.
 * `undefined` if there is none.
 */
export const consentEnd = ({ consents }: Consented, now = Infinity): number | undefined => {
  const latest = consents.filter((moment) => moment <= now).at(-1)
  return latest === undefined ? undefined : latest + consentLifetime
}

/** Whether the consent for an item has ended. */
export const hasLapsed = (item: Consented, now: number): boolean => (consentEnd(item, now) ?? Infinity) <= now
