import { type Refresh, refreshedAt, type Schedule, type Scheduled, startRefresh } from '../refreshes.js'
import { draw } from '../seededRandom.js'
import { consentEnd } from './consent.js'

/** How often the service refreshes an item by itself: twice a day; documented. */
const period = 12 * 60 * 60 * 1000

/** The first moment after `moment` at which the service refreshes an item by itself. */
export const nextSlot = ({ id }: Scheduled, moment: number): number => {
  const phase = draw(0x5c4e, id) % period
  return (Math.floor((moment - phase) / period) + 1) * period + phase
}

/**
 * The scheduled refresh that follows another. Inferred: if the last one waits for the user, the next one waits too; and
 * after the end of the consent each one waits for the user.
 */
const follow = (last: Refresh, item: Scheduled, slot: number): Refresh => {
  const { outcome } = last
  const { atEnd } = last.itemStatus
  const isStuck = outcome === 'info_required' || outcome === 'invalid_creds'
  const isAgreed = (consentEnd(item) ?? Infinity) > slot
  const config = isStuck ? { outcome, itemStatus: atEnd } : isAgreed ? {} : ({ outcome: 'info_required' } as const)
  const next = startRefresh(config, slot, last, refreshedAt(last, slot), atEnd)
  if (next.outcome === 'finished' && item.consents.length === 0) item.consents.push(next.endsAt)
  return next
}

/** The schedule by which the service refreshes items. */
export const scheduled: Schedule = (asked, item, now) => {
  let last = asked
  for (let slot = nextSlot(item, asked.endsAt - 1); slot <= now; slot += period) last = follow(last, item, slot)
  return last
}
