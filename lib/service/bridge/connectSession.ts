import * as t from 'io-ts'
import { copyCodec } from '../../base/codec/copyCodec.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Request } from '../api/Request.js'
import { consentSession } from '../model/ConsentSession.js'
import { connectSession as operation } from '../profile/operations.js'
import type { Service } from '../profile/Service.js'
import type { Bridge2025Item } from './Bridge2025Item.js'
import {
  type HostedSession,
  type NewItemOptions,
  newItemOptions,
  parentUrl,
  service2025,
  type SessionOptions,
  sessionOptions,
  sessionRequest,
  userEmail,
} from './sessionRequest.js'

/** The statuses of an item that the service is reading for the first time, or after a change. */
const readingStatuses: ReadonlyArray<number> = [-2, -3]

/**
 * The options of a connect session that repairs an item: pass them to `connectSession`. They have the account types of the item, because
 * a session without them reads payment accounts only. `undefined` if the item needs none.
 *
 * Documented: every status but 0 leads to a session. Inferred: an item that was just connected or changed, with the
 * status -2 or -3, is being read and needs no session.
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

/** The options of every connect session. */
interface ConnectOptions extends SessionOptions {
  /**
   * The origin of the page that shows the session in an iframe, such as `https://app.example`, without a path; `http`
   * only to this machine. The service has to activate this.
   */
  readonly parentUrl?: string
}

/** The options of a session that connects a new item. */
export interface ConnectNewItem extends ConnectOptions, NewItemOptions {
  /** The user's email address. The service requires it, except for a temporary synchronisation: then it is `null`. */
  readonly userEmail: string | null
  /** The bank; without it the user chooses one. */
  readonly providerId?: number
  /** The maximum number of accounts that the user may choose. */
  readonly maxSelectableAccounts?: number
}

/** The options of a session for an existing item, in which the user does what the item's state requires, or renews the consent. */
export interface ConnectItem extends ConnectOptions {
  readonly itemId: number
  /** Whether the user must authenticate even though the consent is still valid. */
  readonly forceReauthentication?: boolean
}

/** A connect session that was opened. */
export type ConnectSession = HostedSession

const emailOrNull = guardCodec(
  `${userEmail.name}; null for a temporary synchronisation; or itemId for an item that exists`,
  (u): u is string | null => u === null || userEmail.is(u),
)

const newItem = options(
  'options',
  { userEmail: emailOrNull },
  { ...newItemOptions, parentUrl, providerId: id, maxSelectableAccounts: integer(1) },
)

const existingItem = options(
  'options',
  { itemId: id },
  { ...sessionOptions, parentUrl, forceReauthentication: t.boolean },
)

/** The request that opens a connect session of a service. */
export const openConnectSession = (service: Service, form: ConnectNewItem | ConnectItem): Request<ConnectSession> => {
  const copied = decodeOptions(copyCodec, form)
  return sessionRequest(
    service,
    operation,
    decodeOptions<object>(copied.itemId === undefined ? newItem : existingItem, copied),
  )
}

/**
 * Creates the request for a session in which a user connects a bank (a particular one with `providerId`), or does what
 * an item requires (with `itemId`). Pass it to `send` of a user. The response has the `url` to send the browser to. The
 * request is never repeated, so after an error it may be unknown whether there is a session.
 *
 * Throws a `ConfigError` for invalid options. A client whose profile has no connect sessions errors with
 * `UnspecifiedOperation`. The parameters are documented. A gateway refuses this request, because the app's own server
 * decides who the user is and where the browser may go afterwards.
 *
 * @example
 * import { connectSession } from 'rxbank/bridge'
 *
 * const { path, body } = connectSession({ itemId: 187741, forceReauthentication: true })
 * assert.deepStrictEqual(path, '/v3/aggregation/connect-sessions')
 * assert.deepStrictEqual(body, { item_id: 187741, force_reauthentication: true })
 */
export const connectSession = (form: ConnectNewItem | ConnectItem): Request<ConnectSession> =>
  openConnectSession(service2025, form)
