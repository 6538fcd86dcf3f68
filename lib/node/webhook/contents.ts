import * as t from 'io-ts'
import { finite, id, record, timestamp, uuid } from '../../codec/index.js'
import { leaf } from '../../codec/leaf.js'

const ofItem = { item_id: id, user_uuid: uuid }

/**
 * What tells of an item.
 *
 * - `item_id`: its id.
 * - `user_uuid`: whose it is.
 */
export const itemContent = record('content of an item', ofItem, {})

/**
 * What tells of a user.
 *
 * - `user_uuid`: the user.
 */
export const userContent = record('content of a user', { user_uuid: uuid }, {})

/**
 * What tells of a refresh that has ended. `authentication_expires_at`, which came with 2025-01-15, is kept as it is: its
 * format was not seen.
 *
 * - `status_code`: the item's status now, a number; no HTTP status.
 * - `status_code_info`: a word for it; seen as `OK`, `ok` and empty for the status 0.
 * - `full_refresh`: whether all was read.
 * - `refresh_trigger`: who began it: `connect`, `api` or `scheduler`.
 * - `account_types`: `payment` or `all`, from 2025-01-15 on.
 */
export const itemRefresh = record('content of a refresh', ofItem, {
  status_code: finite,
  status_code_info: t.string,
  full_refresh: t.boolean,
  refresh_trigger: t.string,
  account_types: t.string,
})

/**
 * What tells of an account.
 *
 * - `account_id`: its id.
 * - `balance`: in its currency; missing where `data_access` is `disabled`.
 * - `data_access`: `enabled` or `disabled`, from 2025-01-15 on: whether the user gives access to the data of the account.
 */
export const accountContent = record(
  'content of an account',
  { account_id: id, ...ofItem },
  {
    balance: finite,
    data_access: t.string,
  },
)

/**
 * What tells how an account has changed.
 *
 * - `nb_new_transactions`, `nb_updated_transactions`, `nb_deleted_transactions`: how many; missing where `data_access` is
 *   `disabled`.
 */
export const accountChange = record('content of a change', accountContent.required, {
  ...accountContent.optional,
  nb_new_transactions: finite,
  nb_updated_transactions: finite,
  nb_deleted_transactions: finite,
})

/** A moment as webhooks have it: whole milliseconds since 1970. */
export const epoch: t.Type<Date, number> = leaf(
  'milliseconds since 1970',
  timestamp.is,
  (u) => {
    const date = Number.isSafeInteger(u) ? new Date(u as number) : undefined
    return timestamp.is(date) ? date : undefined
  },
  (date) => date.getTime(),
)
