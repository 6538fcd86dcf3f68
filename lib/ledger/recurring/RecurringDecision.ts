import * as t from 'io-ts'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { oneOf } from '../../base/codec/oneOf.js'
import { record } from '../../base/codec/record.js'
import type { RecurringStream } from './RecurringStream.js'

const integerText = /* @__PURE__ */ guardCodec(
  'an integer as a string, such as "-1299"',
  (u): u is string => typeof u === 'string' && /^-?\d{1,30}$/.test(u),
)

/**
 * The codec of a {@link RecurringDecision}, which is plain data that `JSON.stringify` can write. Use it to read
 * decisions that you stored.
 */
export const recurringDecision = /* @__PURE__ */ record(
  'decision about a recurring payment',
  {
    _tag: /* @__PURE__ */ oneOf('Dismissed', 'Restored'),
    id: t.string,
    account: t.string,
    currency: t.string,
    counterparty: t.string,
    isIncome: t.boolean,
    minorUnits: integerText,
  },
  {},
)

/**
 * A person's decision about a stream. Of several decisions about one stream, the last one counts.
 *
 * - `Dismissed`: the person does not want to be informed of it.
 * - `Restored`: an earlier dismissal no longer counts.
 *
 * It contains more of the stream than its id, so that it still applies if the id changes.
 */
export interface RecurringDecision extends t.TypeOf<typeof recurringDecision> {}

type DecidedStream = Pick<RecurringStream, 'id' | 'account' | 'currency' | 'counterparty' | 'isIncome' | 'lastAmount'>

const decide =
  (_tag: RecurringDecision['_tag']) =>
  ({ id, account, currency, counterparty, isIncome, lastAmount }: DecidedStream): RecurringDecision => ({
    _tag,
    id,
    account,
    currency,
    counterparty,
    isIncome,
    minorUnits: String(lastAmount),
  })

/**
 * The decision that a person does not want to be informed of a stream. Store it, and pass it in `decisions` or in the
 * changes for {@link followRecurring}. It also applies to later payments of the stream, and after its rows were removed
 * and came back.
 *
 * @example
 * import { dismissRecurring, findRecurring } from 'rxbank/recurring'
 *
 * const rows = ['2026-01-05', '2026-02-05', '2026-03-05'].map((date, id) => ({
 *   id, date, account_id: 1, amount: -9.99, currency_code: 'EUR', clean_description: 'Netflix',
 * }))
 * const decisions = findRecurring(rows).map(dismissRecurring)
 * assert.deepStrictEqual(findRecurring(rows, { decisions }).map(({ isDismissed }) => isDismissed), [true])
 */
export const dismissRecurring: (stream: DecidedStream) => RecurringDecision = /* @__PURE__ */ decide('Dismissed')

/**
 * Withdraws the dismissal of a stream.
 *
 * @example
 * import { dismissRecurring, findRecurring, restoreRecurring } from 'rxbank/recurring'
 *
 * const rows = ['2026-01-05', '2026-02-05', '2026-03-05'].map((date, id) => ({
 *   id, date, account_id: 1, amount: -9.99, currency_code: 'EUR', clean_description: 'Netflix',
 * }))
 * const decisions = findRecurring(rows).flatMap((stream) => [dismissRecurring(stream), restoreRecurring(stream)])
 * assert.deepStrictEqual(findRecurring(rows, { decisions }).map(({ isDismissed }) => isDismissed), [false])
 */
export const restoreRecurring: (stream: DecidedStream) => RecurringDecision = /* @__PURE__ */ decide('Restored')
