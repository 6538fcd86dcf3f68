import { isSome } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch, dayText, plainDate } from '../../base/codec/calendar.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import {
  type Booking,
  countRemovedRows,
  type DatedBalance,
  offsetFinder,
  type RemovedBooking,
  segmentsOf,
  sumUntil,
} from './balanceOffsets.js'
import { balancesConfigCodec, historyCodec } from './balancesOptions.js'
import type { ReportedBalance } from './reportedBalance.js'
import { toDay } from './toDay.js'

/**
 * A balance that an account had. Without `reportedAt` and `lastReportedAt`, its day is unknown, so no series uses it.
 */
export interface KnownBalance extends Omit<ReportedBalance, 'instantMinorUnits'> {
  /** When the service last reported it; default `reportedAt`. */
  readonly lastReportedAt?: Date
}

/** A booked row of an account, as {@link balancesOf} reads it. */
export interface BalanceEntry extends Pick<LedgerEntry, 'account' | 'minorUnits' | 'currency' | 'date' | 'isPending'> {
  /** The day on which it was booked, if the bank reports it; default `date`. */
  readonly bookedOn?: string | undefined
  /**
   * When the service last changed it. A row that was changed after a balance may have been booked after it. A row
   * without this time may have been booked after any balance of its day.
   */
  readonly updatedAt?: Date | undefined
  /**
   * When the row was found to be removed. Such a row counts only where reported balances prove that they contain it.
   */
  readonly removedAt?: Date | undefined
}

/** What is known of the balance of an account. */
export interface AccountHistory {
  readonly account: string
  readonly balances: ReadonlyArray<KnownBalance>
  readonly entries: ReadonlyArray<BalanceEntry>
  /**
   * The days of booked rows without an exact amount. The days between the two reported balances around such a row are
   * `unknown`; if it lies before the first or after the last balance, the days beyond it are `unknown`.
   */
  readonly inexactDays?: ReadonlyArray<string>
}

/** The series to compute. */
export interface BalancesConfig {
  /**
   * The first and the last day, `YYYY-MM-DD`; default: all days with a known balance or row, from 20 years before the
   * first reported balance to 20 years after the last.
   */
  readonly from?: string
  readonly to?: string
  /** The interval between points: one point for each day. */
  readonly by: 'day'
  /** The time zone of the bank, in which the day of a balance is determined; default `UTC`. */
  readonly timeZone?: string
}

/**
 * The balance of an account at the end of a day, in the minor unit of its currency.
 *
 * - `reported`: the service reported it on this day, and no row changed it before the day ended.
 * - `computed`: it is computed from reported balances and booked rows.
 * - `unknown`: it cannot be computed. `difference` is the change between the two reported balances around this day that
 *   the rows do not explain. Rows are missing or too many, or were changed or deleted after the first of the two
 *   balances. It is 0 before the first reported balance, and if the change is not known, because it is unclear whether
 *   a balance contains a row, or because a row has no exact amount.
 */
export type DailyBalance =
  | {
      readonly _tag: 'reported' | 'computed'
      readonly day: string
      readonly currency: string
      readonly minorUnits: bigint
    }
  | { readonly _tag: 'unknown'; readonly day: string; readonly currency: string; readonly difference: bigint }

/** Rows extend a series by at most this number of years before the first reported balance and after the last one. */
const maxYears = 20

/** The same day some years later. It may not exist, such as 29 February, so use it only in comparisons. */
const addYears = (day: string, years: number): string => {
  const year = Math.min(9999, Math.max(0, Number(day.slice(0, 4)) + years))
  return `${String(year).padStart(4, '0')}${day.slice(4)}`
}

/** All days from `first` to `last`, inclusive. */
const daysBetween = (first: string, last: string): ReadonlyArray<string> => {
  const start = daysSinceEpoch(first)
  const length = Math.max(0, daysSinceEpoch(last) - start + 1)
  return Array.from({ length }, (_, index) => dayText(start + index))
}

/** The reported balances in order of time: for each day, the last one. */
const toDatedBalances = (balances: ReadonlyArray<KnownBalance>, timeZone: string): ReadonlyArray<DatedBalance> => {
  const all = balances.flatMap(({ minorUnits, reportedAt, lastReportedAt }): ReadonlyArray<DatedBalance> => {
    if (!isSome(minorUnits)) return []
    const times = [...(isSome(reportedAt) ? [reportedAt.value] : []), ...(lastReportedAt ? [lastReportedAt] : [])]
    return times.map((time) => ({
      day: toDay(time, timeZone),
      at: time.getTime(),
      units: minorUnits.value,
    }))
  })
  const byDay = new Map<string, DatedBalance>()
  for (const balance of all.sort((one, other) => one.at - other.at)) byDay.set(balance.day, balance)
  return Array.from(byDay.values())
}

/**
 * The balances of an account at the end of each day, computed backward and forward from reported balances with the
 * booked rows. Days before the first reported balance are `unknown` if it disagrees with the newest one: a row is
 * missing, or was changed or removed since. A pure function; the order of its input does not matter.
 *
 * Nothing is guessed: there is no point before the first row or balance, none after the last, and none without a
 * reported balance. Pending rows are in no balance. Between two reported balances that the rows do not explain, points
 * are `unknown`. A balance may or may not contain a row that was changed after it: that is no contradiction, and points
 * are `unknown` only if no other balance shows which is true. A removed row counts only where reported balances prove
 * that they contain it. Rows and balances are left out if their currency differs from the last balance's. Throws a
 * `ConfigError` for wrong options, and for a history with wrong fields.
 *
 * @example
 * import { balancesOf } from 'rxbank/balances'
 * import { some } from 'fp-ts/lib/Option.js'
 *
 * const reported = { account: '7', currency: 'EUR', minorUnits: some(5000n), reportedAt: some(new Date('2026-01-03T18:00:00Z')) }
 * const row = { account: '7', currency: 'EUR', minorUnits: -1200n, date: '2026-01-02', isPending: false }
 * const earlier = { ...row, minorUnits: 900n, date: '2026-01-01' }
 * const series = balancesOf({ account: '7', balances: [reported], entries: [row, earlier] }, { by: 'day' })
 * assert.deepStrictEqual(
 *   series.map((point) => [point.day, point._tag, point._tag !== 'unknown' && point.minorUnits]),
 *   [
 *     ['2026-01-01', 'computed', 6200n],
 *     ['2026-01-02', 'computed', 5000n],
 *     ['2026-01-03', 'reported', 5000n],
 *   ],
 * )
 */
export const balancesOf = (history: AccountHistory, config: BalancesConfig): ReadonlyArray<DailyBalance> => {
  const { from, to, timeZone = 'UTC' } = decodeOptions(balancesConfigCodec, config)
  decodeOptions(historyCodec, history)
  const { account, balances, entries, inexactDays = [] } = history
  const accountBalances = balances.filter((balance) => balance.account === account)
  const timeOf = ({ reportedAt, lastReportedAt }: KnownBalance): number =>
    (lastReportedAt ?? (isSome(reportedAt) ? reportedAt.value : new Date(0))).getTime()
  const latest = accountBalances.reduce<KnownBalance | undefined>(
    (newest, balance) => (newest === undefined || timeOf(balance) >= timeOf(newest) ? balance : newest),
    undefined,
  )
  if (latest === undefined) return []
  const { currency } = latest
  const booked = entries.filter((entry) => entry.account === account && entry.currency === currency && !entry.isPending)
  const bookingOf = ({ minorUnits: units, date, bookedOn, updatedAt }: BalanceEntry): Booking => ({
    day: plainDate.is(bookedOn) ? bookedOn : date,
    units,
    updatedAt: updatedAt?.getTime(),
  })
  const dated = toDatedBalances(
    accountBalances.filter((balance) => balance.currency === currency),
    timeZone,
  )
  // A balance can only prove that it contains rows up to its day.
  const lastReportedDay = dated.at(-1)?.day ?? ''
  const bookings = countRemovedRows(
    booked.filter(({ removedAt }) => removedAt === undefined).map(bookingOf),
    booked.flatMap((entry): ReadonlyArray<RemovedBooking> => {
      const { removedAt, minorUnits } = entry
      const booking = bookingOf(entry)
      if (removedAt === undefined || booking.day > lastReportedDay) return []
      const reversal = { day: toDay(removedAt, timeZone), units: -minorUnits, updatedAt: removedAt.getTime() }
      return [{ booking, reversal }]
    }),
    (candidates) => segmentsOf(dated, candidates, []).length - 1,
  )
  const segments = segmentsOf(dated, bookings, inexactDays)
  const [firstReported, lastReported] = [dated[0], dated.at(-1)]
  if (firstReported === undefined || lastReported === undefined) return []

  const unitsByDay = new Map<string, bigint>()
  for (const { day, units } of bookings) unitsByDay.set(day, (unitsByDay.get(day) ?? 0n) + units)
  const firstAllowed = from === undefined ? addYears(firstReported.day, -maxYears) : ''
  const lastAllowed = to === undefined ? addYears(lastReported.day, maxYears) : '9999-12-31'
  const bookedDays = [...unitsByDay.keys(), ...inexactDays].filter((day) => day >= firstAllowed && day <= lastAllowed)
  const days = [...bookedDays, firstReported.day, lastReported.day].sort()
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)]
  const start = from !== undefined && from > firstDay ? from : firstDay
  const end = to !== undefined && to < lastDay ? to : lastDay

  const reportedUnits = new Map(dated.map((balance) => [balance.day, balance.units]))
  const findOffset = offsetFinder(segments, inexactDays)
  const points: Array<DailyBalance> = []
  let total = sumUntil(bookings, start)
  for (const day of daysBetween(start, end)) {
    if (day !== start) total += unitsByDay.get(day) ?? 0n
    const { offset, difference } = findOffset(day)
    if (offset === undefined) points.push({ _tag: 'unknown', day, currency, difference })
    else {
      const minorUnits = offset + total
      points.push({ _tag: reportedUnits.get(day) === minorUnits ? 'reported' : 'computed', day, currency, minorUnits })
    }
  }
  return points
}
