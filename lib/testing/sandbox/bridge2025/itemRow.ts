import {
  itemStatus,
  lastEnded,
  type Refresh,
  refreshedAt,
  type Schedule,
  type ScheduledItem,
  startRefresh,
} from '../refreshes.js'
import type { ItemState } from '../sandboxUsers.js'
import { draw } from '../seededRandom.js'
import { isoTime } from '../World.js'
import { demoBank, omitEmpty } from './rows2025.js'

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
const hasLapsed = (item: Consented, now: number): boolean => (consentEnd(item, now) ?? Infinity) <= now

/** The status of an item whose consent has ended. The word was observed; that it has the status 1010 is inferred. */
const lapsedStatus = {
  status: 1010,
  status_code_info: 'sca_required_webview',
  status_code_description: 'The bank asks for a strong authentication.',
}

/**
 * The present status of an item. Inferred: an item whose consent has ended, and that has no other error, waits for the
 * user.
 */
export const statusOf = (item: ItemState, now: number) => {
  const { status, status_code_info: info, status_code_description: description } = itemStatus(item.refresh, now)
  if (hasLapsed(item, now) && (status === 0 || status === 1010)) return lapsedStatus
  return { status, status_code_info: (info ?? 'OK').toLowerCase(), status_code_description: description }
}

const moment = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : isoTime(ms))

/** When the consent for an item ends, in the format of this API version. */
export const expiry = (item: ItemState, now: number): string | undefined => moment(consentEnd(item, now))

/** An item in the format of this API version. Inferred: the times of a refresh are shown when it has ended. */
export const itemRow = (item: ItemState, now: number) => {
  const { id, bankId, accountTypes, createdAt, refresh } = item
  return {
    id,
    ...omitEmpty({
      provider_id: bankId ?? demoBank,
      ...statusOf(item, now),
      account_types: accountTypes,
      paused: false,
      last_successful_refresh: moment(refreshedAt(refresh, now)),
      last_try_refresh: moment(lastEnded(refresh, now)?.endsAt),
      created_at: isoTime(createdAt),
      authentication_expires_at: expiry(item, now),
    }),
  }
}

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
