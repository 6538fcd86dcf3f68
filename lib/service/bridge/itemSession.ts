import { consentSession } from '../model/ConsentSession.js'
import type { Bridge2025Item } from './Bridge2025Item.js'
import type { ConnectItem } from './connectSession.js'

/** The statuses of an item that the service is reading for the first time, or after a change. */
const readingStatuses: ReadonlyArray<number> = [-2, -3]

/**
 * The connect session that repairs an item: pass it to `connectSession`. It has the account types of the item, because a
 * session without them reads payment accounts only. `undefined` if the item needs none.
 *
 * Documented: every status but 0 leads to a session. Inferred: an item that was just connected or changed, with the status
 * -2 or -3, is being read and needs none.
 *
 * @example
 * import { connectSession, itemSession } from 'rxbank/bridge'
 *
 * const session = itemSession({ id: 187741, status: 402, account_types: 'all' })
 * assert.deepStrictEqual(session, { itemId: 187741, accountTypes: 'all' })
 * assert.deepStrictEqual(session && connectSession(session).body, { item_id: 187741, account_types: 'all' })
 * assert.deepStrictEqual(itemSession({ id: 187742, status: 0 }), undefined)
 */
export const itemSession = ({
  id,
  status,
  account_types: types,
}: Pick<Bridge2025Item, 'account_types' | 'id' | 'status'>): ConnectItem | undefined =>
  status === 0 || readingStatuses.includes(status) ? undefined : consentSession(id, types)
