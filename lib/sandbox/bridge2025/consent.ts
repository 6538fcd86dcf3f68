import type { Scheduled } from '../refreshes.js'

type Consented = Pick<Scheduled, 'consents'>

/** How long a consent is valid after the synchronisation that it was given for; documented. */
const lifetime = 180 * 24 * 60 * 60 * 1000

/**
 * When the consent ends that is in force at a moment, by default the last consent; `undefined` if none was given
 * before.
 */
export const consentEnd = ({ consents }: Consented, now = Infinity): number | undefined => {
  const given = consents.filter((moment) => moment <= now).at(-1)
  return given === undefined ? undefined : given + lifetime
}

/** Whether the consent for an item has ended. */
export const isLapsed = (item: Consented, now: number): boolean => (consentEnd(item, now) ?? Infinity) <= now
