import { object } from '../../base/codec/object.js'

/** The id of a row's account, which the service gives by itself or in a reference; `undefined` without one. */
export const accountId = ({
  account_id,
  account,
}: {
  readonly account_id?: unknown
  readonly account?: unknown
}): unknown => account_id ?? (object.is(account) ? account.id : undefined)
