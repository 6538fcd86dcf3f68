import { itemStatus, lastEnded, refreshedAt } from '../refreshes.js'
import type { ItemState } from '../sandboxUsers.js'
import { isoTime } from '../World.js'
import { consentEnd, hasLapsed } from './consent.js'
import { demoBank } from './demoBank.js'
import { omitEmpty } from './omitEmpty.js'

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
