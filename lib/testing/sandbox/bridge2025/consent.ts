import type { Scheduled } from '../refreshes.js'

type Consented = Pick<Scheduled, 'consents'>

/** How long a consent is valid after the synchronisation that it was given for; documented. */
const lifetime = 180 * 24 * 60 * 60 * 1000

/**
 * When a consent for an item ends: the last one that was given at or before `now`, or, without `now`, the last of all.
 * `undefined` if there is none.
 */
export const consentEnd = ({ consents }: Consented, now = Infinity): number | undefined => {
  const given = consents.filter((moment) => moment <= now).at(-1)
  return given === undefined ? undefined : given + lifetime
}

/** Whether the consent for an item has ended. */
export const isLapsed = (item: Consented, now: number): boolean => (consentEnd(item, now) ?? Infinity) <= now
