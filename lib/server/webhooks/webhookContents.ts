import * as t from 'io-ts'
import { createCodec } from '../../base/codec/guardCodec.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { uuid } from '../../base/codec/uuid.js'

const itemFields = { item_id: id, user_uuid: uuid }

/**
 * The content of an event about an item.
 *
 * - `item_id`: the id of the item.
 * - `user_uuid`: the uuid of its user.
 */
export const itemContent = record('content of an item', itemFields, {})

/**
 * The content of an event about a user.
 *
 * - `user_uuid`: the uuid of the user.
 */
export const userContent = record('content of a user', { user_uuid: uuid }, {})

/**
 * The content of an event about a finished refresh. `authentication_expires_at`, which was added with 2025-01-15, is
 * not decoded, because its format is not known.
 *
 * - `status_code`: the item's status after the refresh, a number; not an HTTP status.
 * - `status_code_info`: the status as text; for the status 0, `OK`, `ok` and the empty string have been seen.
 * - `full_refresh`: whether all data was read.
 * - `refresh_trigger`: what started the refresh: `connect`, `api` or `scheduler`.
 * - `account_types`: `payment` or `all`, from 2025-01-15 on.
 */
export const itemRefresh = record('content of a refresh', itemFields, {
  status_code: finite,
  status_code_info: t.string,
  full_refresh: t.boolean,
  refresh_trigger: t.string,
  account_types: t.string,
})

/**
 * The content of an event about an account.
 *
 * - `account_id`: the id of the account.
 * - `balance`: in the account's currency; missing if `data_access` is `disabled`.
 * - `data_access`: `enabled` or `disabled`, from 2025-01-15 on: whether the user gives access to the data of the
 *   account.
 */
export const accountContent = record(
  'content of an account',
  { account_id: id, ...itemFields },
  {
    balance: finite,
    data_access: t.string,
  },
)

/**
 * The content of an event about a change of an account.
 *
 * - `nb_new_transactions`, `nb_updated_transactions`, `nb_deleted_transactions`: the numbers of new, updated and
 *   deleted transactions; missing if `data_access` is `disabled`.
 */
export const accountChange = record('content of a change', accountContent.required, {
  ...accountContent.optional,
  nb_new_transactions: finite,
  nb_updated_transactions: finite,
  nb_deleted_transactions: finite,
})

/** The codec of a time in webhooks: an integer, milliseconds since 1970. */
export const epoch: t.Type<Date, number> = createCodec(
  'milliseconds since 1970',
  timestamp.is,
  (u) => {
    const date = Number.isSafeInteger(u) ? new Date(u as number) : undefined
    return timestamp.is(date) ? date : undefined
  },
  (date) => date.getTime(),
)
