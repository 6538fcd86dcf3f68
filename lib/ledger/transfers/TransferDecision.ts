import * as t from 'io-ts'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

/**
 * The codec of a {@link TransferDecision}, which is plain data that `JSON.stringify` can write. Use it to read
 * decisions that you stored.
 */
export const transferDecision = /* @__PURE__ */ record(
  'decision about a transfer',
  { _tag: /* @__PURE__ */ oneOf('Accepted', 'Rejected', 'Withdrawn'), from: t.string, to: t.string },
  {},
)

/**
 * A person's decision about two rows, named by their ids in either order. The last decision about two rows counts.
 *
 * - `Accepted`: the rows are one transfer, whatever their amounts and days.
 * - `Rejected`: they are not.
 * - `Withdrawn`: an earlier decision no longer counts.
 */
export interface TransferDecision extends t.TypeOf<typeof transferDecision> {}

/** A row of a transfer or of a candidate, by its id. If `account` and `minorUnits` are present, they are checked. */
export interface TransferRow {
  readonly id: string
  readonly account?: string | undefined
  readonly minorUnits?: bigint | undefined
}

/** The two rows of a transfer or of a candidate. */
export interface TransferRows {
  readonly from: TransferRow
  readonly to: TransferRow
}

/** Describes what the row `to` has to be instead; `undefined` if the two rows can be a transfer. */
export const transferMistake = ({ from, to }: TransferRows): string | undefined => {
  if (from.id === to.id) return 'another row than from'
  if (from.account !== undefined && from.account === to.account) return 'a row of another account than from'
  const [one, other] = [from.minorUnits, to.minorUnits]
  return one !== undefined && other !== undefined && one > 0n === other > 0n
    ? 'a credit if from is a debit, or a debit if it is a credit'
    : undefined
}

const decide =
  (_tag: TransferDecision['_tag']) =>
  ({ from, to }: TransferRows): TransferDecision => ({ _tag, from: from.id, to: to.id })

/**
 * The decision that two rows are one transfer. Store it, and pass it in `decisions` or in the changes of
 * {@link followTransfers}. It applies as long as both rows exist: if one is removed and comes back, it applies again.
 *
 * Throws a `ConfigError` for rows that can never be a transfer: the same row twice, two rows of one account, two debits
 * or two credits. Accounts and amounts are checked only if `account` and `minorUnits` are present.
 *
 * @example
 * import { acceptTransfer } from 'rxbank/transfers'
 *
 * assert.deepStrictEqual(acceptTransfer({ from: { id: '7' }, to: { id: '12' } }), { _tag: 'Accepted', from: '7', to: '12' })
 */
export const acceptTransfer = (transfer: TransferRows): TransferDecision => {
  const mistake = transferMistake(transfer)
  if (mistake !== undefined) throw wrongOption('/to', mistake)
  return decide('Accepted')(transfer)
}

/**
 * The decision that two rows are not one transfer; otherwise like {@link acceptTransfer}. Each row may still be matched
 * with another one.
 *
 * @example
 * import { rejectTransfer } from 'rxbank/transfers'
 *
 * assert.deepStrictEqual(rejectTransfer({ from: { id: '7' }, to: { id: '12' } }), { _tag: 'Rejected', from: '7', to: '12' })
 */
export const rejectTransfer: (transfer: TransferRows) => TransferDecision = /* @__PURE__ */ decide('Rejected')

/**
 * Withdraws the decision about two rows, so that they are matched automatically again.
 *
 * @example
 * import { withdrawDecision } from 'rxbank/transfers'
 *
 * assert.deepStrictEqual(withdrawDecision({ from: { id: '7' }, to: { id: '12' } })._tag, 'Withdrawn')
 */
export const withdrawDecision: (transfer: TransferRows) => TransferDecision = /* @__PURE__ */ decide('Withdrawn')
