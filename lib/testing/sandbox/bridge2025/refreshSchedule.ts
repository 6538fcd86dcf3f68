import { type Refresh, refreshedAt, type Schedule, type ScheduledItem, startRefresh } from '../refreshes.js'
import { draw } from '../seededRandom.js'
import { consentEnd } from './consent.js'

/** Half a day. The service refreshes an item by itself one to two times a day; documented. */
const period = 12 * 60 * 60 * 1000

/** Whether the service leaves out the second refresh of a day. Inferred: on half of the days, in no order. */
const isLeftOut = (id: number, slot: number): boolean => slot % 2 !== 0 && draw(draw(0x5c4f, id), slot) % 2 === 0

/** The first moment after `moment` at which the service refreshes an item by itself. */
export const nextScheduledRefresh = ({ id }: ScheduledItem, moment: number): number => {
  const phase = draw(0x5c4e, id) % period
  const next = Math.floor((moment - phase) / period) + 1
  return (isLeftOut(id, next) ? next + 1 : next) * period + phase
}

/**
 * The scheduled refresh that follows another. Inferred: if the last one waits for the user, the next one waits too; and
 * after the end of the consent each one waits for the user.
 */
const refreshAfter = (last: Refresh, item: ScheduledItem, slot: number): Refresh => {
  const { outcome } = last
  const { atEnd } = last.itemStatus
  const needsUser = outcome === 'info_required' || outcome === 'invalid_creds'
  const hasConsent = (consentEnd(item) ?? Infinity) > slot
  const config = needsUser ? { outcome, itemStatus: atEnd } : hasConsent ? {} : ({ outcome: 'info_required' } as const)
  const next = startRefresh(config, slot, last, refreshedAt(last, slot), atEnd)
  if (next.outcome === 'finished' && item.consents.length === 0) item.consents.push(next.endsAt)
  return next
}

/** The schedule by which the service refreshes items. */
export const refreshSchedule: Schedule = (requested, item, now) => {
  let last = requested
  for (
    let slot = nextScheduledRefresh(item, requested.endsAt - 1);
    slot <= now;
    slot = nextScheduledRefresh(item, slot)
  )
    last = refreshAfter(last, item, slot)
  return last
}
