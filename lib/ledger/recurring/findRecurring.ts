import { isTargetDay } from '../../base/codec/bankDays.js'
import { daysSinceEpoch, plainDate } from '../../base/codec/calendar.js'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { RecurringBook } from './RecurringBook.js'
import { type RecurringDecision, recurringDecision } from './RecurringDecision.js'
import type { RecurringStream } from './RecurringStream.js'

/** The options that decide which payments are recurring. */
export interface RecurringConfig {
  /**
   * Returns whether banks book payments on a day, `YYYY-MM-DD`; default: the calendar of TARGET, the settlement system
   * for euros. A payment that is due on a day without bookings is expected before or after it.
   */
  readonly isWorkingDay?: (date: string) => boolean
  /** The person's decisions about streams, oldest first. */
  readonly decisions?: ReadonlyArray<RecurringDecision>
}

/** @internal The fields of the codec of a {@link RecurringConfig}. */
export const recurringFields = {
  isWorkingDay: /* @__PURE__ */ functionCodec<(date: string) => boolean>('a function of a day'),
  decisions: /* @__PURE__ */ list(recurringDecision),
}

/** The options of {@link findRecurring}. */
export interface FindRecurringConfig extends RecurringConfig {
  /** The day, `YYYY-MM-DD`, on which streams are late or have ended; default: the latest day of the rows. */
  readonly today?: string
}

const configCodec = /* @__PURE__ */ options('options', {}, { ...recurringFields, today: plainDate })

/**
 * Finds the recurring payments and income in a person's transactions, such as subscriptions, rent, salaries and
 * insurance.
 *
 * Payments of one account, currency and direction whose texts begin with the same words are a stream if they follow a
 * cadence: weekly, every two or four weeks, or every one, two, three, six or twelve months. They come on the same day
 * or, if banks are closed, on the working day before or after it. They have to be too regular for chance; purchases by
 * card, and varying amounts, have to be more regular than others. A stream needs at least three payments, or two if it
 * is yearly, or four if it is weekly or biweekly.
 *
 * Pending rows count. Rows without an exact amount, a currency, an account, a day or a name in their texts do not. Ids
 * have to be unique; of rows with the same id, the last one counts. The result is an inference, not a fact. It does not
 * depend on the order of the rows. Throws a `ConfigError` for wrong options.
 *
 * @example
 * import { findRecurring } from 'rxbank/recurring'
 *
 * const dates = ['2025-12-05', '2026-01-05', '2026-02-05', '2026-03-05']
 * const rows = dates.map((date, id) => ({
 *   id, date, account_id: 1, amount: -9.99, currency_code: 'EUR', clean_description: 'Netflix',
 * }))
 * const [netflix] = findRecurring(rows, { today: '2026-03-20' })
 * assert.deepStrictEqual(netflix?.cadence, 'monthly')
 * assert.deepStrictEqual(netflix?.nextDay, '2026-04-07') // banks are closed from 3 to 6 April
 * assert.deepStrictEqual(netflix?.state, 'active')
 */
export const findRecurring = (
  rows: ReadonlyArray<LedgerRow>,
  config: FindRecurringConfig = {},
): ReadonlyArray<RecurringStream> => {
  const { today, isWorkingDay = isTargetDay, decisions = [] } = decodeOptions(configCodec, config)
  const book = new RecurringBook(isWorkingDay)
  for (const row of rows) book.put(String(row.id), row)
  for (const decision of decisions) book.decide(decision)
  return book.streams(today === undefined ? book.latestDay : daysSinceEpoch(today))
}
