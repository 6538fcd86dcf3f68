import { type Refresh, refreshedAt, type Schedule, type ScheduledItem, startRefresh } from '../refreshes.js'
import { draw } from '../seededRandom.js'
import { consentEnd } from './consent.js'

/** Half a day. Documented: the service refreshes an item by itself once or twice a day. */
const period = 12 * 60 * 60 * 1000

/** Whether the service skips the second refresh of a day. Inferred: on half of the days, at random. */
const isSkipped = (id: number, slot: number): boolean => slot % 2 !== 0 && draw(draw(0x5c4f, id), slot) % 2 === 0

/** The first moment after `moment` at which the service refreshes an item by itself. */
export const nextScheduledRefresh = ({ id }: ScheduledItem, moment: number): number => {
  const phase = draw(0x5c4e, id) % period
  const next = Math.floor((moment - phase) / period) + 1
  return (isSkipped(id, next) ? next + 1 : next) * period + phase
}

/** The next scheduled refresh, or the refresh that reads the older transactions of a new item. */
const nextRefresh = (item: ScheduledItem, moment: number): number => {
  const next = nextScheduledRefresh(item, moment)
  const { historyAt = -Infinity } = item
  return historyAt > moment ? Math.min(historyAt, next) : next
}

/**
 * The scheduled refresh after another one. Inferred: if the last one waits for the user, so does the next one. After the end
 * of the consent, every refresh waits for the user.
 */
const refreshAfter = (last: Refresh, item: ScheduledItem, moment: number): Refresh => {
  const { outcome } = last
  const { atEnd } = last.itemStatus
  const needsUser = outcome === 'info_required' || outcome === 'invalid_creds'
  const hasConsent = (consentEnd(item) ?? Infinity) > moment
  const config = needsUser ? { outcome, itemStatus: atEnd } : hasConsent ? {} : ({ outcome: 'info_required' } as const)
  const next = startRefresh(config, moment, last, refreshedAt(last, moment), atEnd)
  if (next.outcome === 'finished' && item.consents.length === 0) item.consents.push(next.endsAt)
  return next
}

/** The schedule by which the service refreshes items. */
export const refreshSchedule: Schedule = (requested, item, now) => {
  let last = requested
  for (let moment = nextRefresh(item, requested.endsAt - 1); moment <= now; moment = nextRefresh(item, moment))
    last = refreshAfter(last, item, moment)
  return last
}
