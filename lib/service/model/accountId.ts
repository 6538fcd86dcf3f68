import { object } from '../../base/codec/object.js'

/** The id of a row's account, which the service sends as a field or in a reference; `undefined` if it sends neither. */
export const accountId = ({
  account_id,
  account,
}: {
  readonly account_id?: unknown
  readonly account?: unknown
}): unknown => account_id ?? (object.is(account) ? account.id : undefined)
