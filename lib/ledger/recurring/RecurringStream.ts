import type { Shift } from '../../base/codec/bankDays.js'
import type { Cadence } from './Schedule.js'

/**
 * The state of a stream on a day.
 *
 * - `started`: it has fewer than four payments, or fewer than three if it is yearly, and the next one is not late.
 * - `active`: it has more payments, and the next one is not late.
 * - `late`: the next payment was expected some days ago.
 * - `ended`: the next payment was expected so long ago that it is no longer awaited.
 */
export type RecurringState = 'started' | 'active' | 'late' | 'ended'

/** A payment of a stream. `id` is the id of its row, `expected` the day on which it was expected. */
export interface RecurringPayment {
  readonly id: string
  readonly date: string
  readonly expected: string
  readonly minorUnits: bigint
}

/** A payment whose amount differs from the previous payment's. Amounts are in minor units. */
export interface PriceChange {
  /** The id of the row that has the new amount. */
  readonly id: string
  readonly date: string
  readonly from: bigint
  readonly to: bigint
}

/** Why payments are considered a stream. All numbers except `maxDaysOff` count payments. */
export interface RecurringReasons {
  /** The first words of the last payment's text, without references, dates and banking terms. */
  readonly words: ReadonlyArray<string>
  /** Payments with the same amount as the previous one. */
  readonly sameAmount: number
  /** Payments on the expected day, or one day before or after it. */
  readonly onDay: number
  /** The maximum number of days between a payment and its expected day. */
  readonly maxDaysOff: number
  /** Expected payments that are missing between the first and the last one. */
  readonly missed: number
  /** Whether all payments are direct debits or standing orders, according to the service or the bank's texts. */
  readonly isMandated: boolean
}

/**
 * Recurring payments to one counterparty, or recurring income from it. Amounts are in minor units, negative for a
 * debit; days are strings, `YYYY-MM-DD`.
 *
 * - `id`: does not depend on the order of arrival. It stays the same when later payments are added. It also stays the
 *   same when old ones are removed, unless the counterparty has several streams.
 * - `counterparty`: its name in lower case, without accents.
 * - `text`: the text of the last payment, for a person to read.
 * - `day`: for a cadence in weeks, the day of the week, from 1 for Monday to 7. For a cadence in months, the day of the
 *   month, where 31 is its last day.
 * - `shift`: how a payment moves if banks are closed on its due day.
 * - `usualAmount`: the median of the last six amounts.
 * - `isVariable`: whether most amounts differ from the previous one. Such a stream has no `priceChanges`.
 * - `nextDay`: the day on which the next payment is expected, or was, if it is late.
 * - `payments`: its payments, by date.
 * - `isDismissed`: whether a person dismissed it: see `dismissRecurring`.
 */
export interface RecurringStream {
  readonly id: string
  readonly account: string
  readonly currency: string
  readonly counterparty: string
  readonly text: string
  readonly isIncome: boolean
  readonly cadence: Cadence
  readonly day: number
  readonly shift: Shift
  readonly usualAmount: bigint
  readonly lastAmount: bigint
  readonly isVariable: boolean
  readonly firstDay: string
  readonly lastDay: string
  readonly nextDay: string
  readonly state: RecurringState
  readonly isDismissed: boolean
  readonly payments: ReadonlyArray<RecurringPayment>
  readonly priceChanges: ReadonlyArray<PriceChange>
  readonly reasons: RecurringReasons
}
