import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { options } from '../../base/codec/options.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerRow } from '../toLedgerEntry.js'
import { isTargetDay } from './bankDays.js'
import { RecurringBook } from './RecurringBook.js'
import { type RecurringConfig, recurringFields } from './RecurringConfig.js'
import type { RecurringStream } from './RecurringStream.js'

/** The options of finding recurring payments. */
export interface FindRecurringConfig extends RecurringConfig {
  /** The day, `YYYY-MM-DD`, that decides what is late and what has ended; default: the latest day of the rows. */
  readonly today?: string
}

const configCodec = /* @__PURE__ */ options('options', {}, { ...recurringFields, today: plainDate })

/**
 * Finds the recurring payments and income in a person's transactions: subscriptions, rent, salaries, insurances.
 *
 * Payments of one account, currency and direction whose texts begin with the same words are a stream if they come weekly, every
 * two or four weeks, or every one, two, three, six or twelve months, on the same day or on the working day next to it. That has to
 * be so regular that chance does not explain it; purchases by card, and amounts that vary, need more regularity. It takes
 * three payments, two a year apart, or four that come weekly or every two weeks.
 *
 * Rows that are not booked yet count, and rows without an exact amount, a currency, an account, a day or a name in their texts
 * do not. Ids have to be unique; of rows with the same id, the last one counts. The result is an inference. It is the same
 * for the same rows in any order. Throws a `ConfigError` for wrong options.
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
 * assert.deepStrictEqual(netflix?.nextDay, '2026-04-07') // 3 to 6 April are Easter
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
