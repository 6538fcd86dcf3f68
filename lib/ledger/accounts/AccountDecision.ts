import * as t from 'io-ts'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

/**
 * The codec of an {@link AccountDecision}, which is plain data that `JSON.stringify` can write. Use it to read decisions
 * that you stored.
 */
export const accountDecision = /* @__PURE__ */ record(
  'decision about an account',
  { _tag: /* @__PURE__ */ oneOf('Accepted', 'Rejected', 'Withdrawn'), from: t.string, to: t.string },
  {},
)

/**
 * A person's decision about two accounts, named by their ids. The last decision about two accounts counts.
 *
 * - `Accepted`: they are one account, and `to` continues `from`, whatever else differs. Only two currencies are never one
 *   account. An account continues one other, and has one successor: the newest decision counts.
 * - `Rejected`: they are not.
 * - `Withdrawn`: an earlier decision no longer counts.
 */
export interface AccountDecision extends t.TypeOf<typeof accountDecision> {}

/** The ids of two accounts, such as those of a link or of a candidate. */
export interface AccountPair {
  readonly from: number | string
  readonly to: number | string
}

const decide =
  (_tag: AccountDecision['_tag']) =>
  ({ from, to }: AccountPair): AccountDecision => ({ _tag, from: String(from), to: String(to) })

/**
 * The decision that two accounts are one. Store it, and pass it in the `decisions` of {@link matchAccounts}. Also use it
 * to make a link hold, whatever is found later. Throws a `ConfigError` for one account twice.
 *
 * @example
 * import { acceptAccount } from 'rxbank/accounts'
 *
 * assert.deepStrictEqual(acceptAccount({ from: 7, to: 12 }), { _tag: 'Accepted', from: '7', to: '12' })
 */
export const acceptAccount = (pair: AccountPair): AccountDecision => {
  const decision = decide('Accepted')(pair)
  if (decision.from === decision.to) throw wrongOption('/to', 'another account than from')
  return decision
}

/**
 * The decision that two accounts are not one. Each may still be matched with another one.
 *
 * @example
 * import { rejectAccount } from 'rxbank/accounts'
 *
 * assert.deepStrictEqual(rejectAccount({ from: 7, to: 12 }), { _tag: 'Rejected', from: '7', to: '12' })
 */
export const rejectAccount: (pair: AccountPair) => AccountDecision = /* @__PURE__ */ decide('Rejected')

/**
 * Withdraws the decision about two accounts, so that they are matched automatically again.
 *
 * @example
 * import { withdrawAccount } from 'rxbank/accounts'
 *
 * assert.deepStrictEqual(withdrawAccount({ from: 7, to: 12 })._tag, 'Withdrawn')
 */
export const withdrawAccount: (pair: AccountPair) => AccountDecision = /* @__PURE__ */ decide('Withdrawn')
