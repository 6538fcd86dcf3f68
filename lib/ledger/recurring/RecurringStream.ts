import type { Shift } from './bankDays.js'
import type { Cadence } from './Schedule.js'

/**
 * Where a stream stands on a day.
 *
 * - `begun`: it has fewer than four payments, or fewer than three if it is yearly, and the next one is not late.
 * - `active`: it has more payments, and the next one is not late.
 * - `late`: the next payment was expected some days ago.
 * - `ended`: it was expected so long ago that it is no longer awaited.
 */
export type RecurringState = 'begun' | 'active' | 'late' | 'ended'

/** A payment of a stream: the id of its row, its day, the day on which it was expected, and its amount in minor units. */
export interface RecurringPayment {
  readonly id: string
  readonly date: string
  readonly expected: string
  readonly minorUnits: bigint
}

/** A payment whose amount differs from the one before. Amounts are in minor units. */
export interface PriceChange {
  /** The id of the row that has the new amount. */
  readonly id: string
  readonly date: string
  readonly from: bigint
  readonly to: bigint
}

/** Why payments are a stream. All numbers except `maxDaysOff` count payments. */
export interface RecurringReasons {
  /** The first words of the last payment's text, without references, dates and words of banks. */
  readonly words: ReadonlyArray<string>
  /** Those that have the same amount as the payment before. */
  readonly sameAmount: number
  /** Those on the expected day, or one day before or after it. */
  readonly onDay: number
  /** The maximum number of days between a payment and its expected day. */
  readonly maxDaysOff: number
  /** Those that were expected between others and are missing. */
  readonly missed: number
  /** Whether all of them are direct debits or standing orders, by the service or by the bank's texts. */
  readonly isMandated: boolean
}

/**
 * Payments to one counterparty, or income from it, that come again and again. Amounts are in minor units, negative for a
 * debit; days are texts, `YYYY-MM-DD`.
 *
 * - `id`: the same for any order of arrival. It stays when later payments are added, and when old ones are removed, unless
 *   the counterparty has several streams.
 * - `counterparty`: its name, as words without case and accents.
 * - `text`: the text of the last payment, for a person to read.
 * - `day`: for weeks, the day of the week, 1 for Monday to 7; for months, the day of the month, and 31 for its last day.
 * - `shift`: where a payment moves that is due on a day on which banks are closed.
 * - `usualAmount`: the median of the last six amounts.
 * - `isVariable`: whether most amounts differ from the one before. Such a stream has no `priceChanges`.
 * - `nextDay`: the day on which the next payment is expected, or was, if it is late.
 * - `payments`: the rows that it is made of, by date.
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
