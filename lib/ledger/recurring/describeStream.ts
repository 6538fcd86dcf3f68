import { dayText } from '../../base/codec/calendar.js'
import type { BookingDay } from './bankDays.js'
import { isSameAmount, nameOf, type Payment } from './Payment.js'
import type { PriceChange, RecurringState, RecurringStream } from './RecurringStream.js'
import { averagePeriod, cadences, dueDay, expectedDay, indexNear, type Schedule } from './Schedule.js'
import { firstOf, lastOf, sameShare, type Series } from './Series.js'

/** The usual amount is the median of this number of latest amounts. */
const usualPayments = 6

/** The lower median, which unlike the mean of two values is always an amount that was paid. */
const median = (amounts: ReadonlyArray<bigint>): bigint => {
  const sorted = Array.from(amounts).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

const priceChangesOf = (payments: ReadonlyArray<Payment>): ReadonlyArray<PriceChange> =>
  payments.slice(1).flatMap((payment, index) => {
    const previous = payments[index] as Payment
    if (isSameAmount(previous, payment)) return []
    const { id, date, minorUnits } = payment.entry
    return [{ id, date, from: previous.entry.minorUnits, to: minorUnits }]
  })

const stateOf = (schedule: Schedule, count: number, today: number, next: number): RecurringState => {
  const { grace, end } = cadences[schedule.cadence]
  if (today > next + end) return 'ended'
  if (today > next + grace) return 'late'
  return count < (schedule.cadence === 'yearly' ? 3 : 4) ? 'started' : 'active'
}

/** Describes a series on a day. The caller adds the id, because it also depends on the other series of the counterparty. */
export const describeStream = (
  series: Series,
  today: number,
  bookingDay: BookingDay,
): Omit<RecurringStream, 'id' | 'isDismissed'> => {
  const { schedule, payments } = series
  const first = firstOf(series)
  const last = lastOf(series)
  const indexes = payments.map(({ day }) => indexNear(schedule, day, bookingDay))
  const expected = indexes.map((index) => expectedDay(schedule, index, bookingDay))
  const next = expectedDay(schedule, (indexes.at(-1) ?? 0) + 1, bookingDay)
  const daysOff = payments.map(({ day }, index) => Math.abs(day - (expected[index] ?? day)))
  const { unit } = cadences[schedule.cadence]
  const period = averagePeriod(schedule.cadence)
  const isVariable = sameShare(payments) < 0.5
  const changes = priceChangesOf(payments)
  return {
    account: first.entry.account,
    currency: first.entry.currency,
    counterparty: nameOf(last),
    text: last.entry.text === '' ? last.entry.bankText : last.entry.text,
    isIncome: first.entry.minorUnits > 0n,
    cadence: schedule.cadence,
    day: unit === 'week' ? ((((dueDay(schedule, 0) + 3) % 7) + 7) % 7) + 1 : schedule.day,
    shift: schedule.shift,
    usualAmount: median(payments.slice(-usualPayments).map(({ entry }) => entry.minorUnits)),
    lastAmount: last.entry.minorUnits,
    isVariable,
    firstDay: first.entry.date,
    lastDay: last.entry.date,
    nextDay: dayText(next),
    state: stateOf(schedule, payments.length, today, next),
    payments: payments.map(({ entry: { id, date, minorUnits } }, index) => ({
      id,
      date,
      expected: dayText(expected[index] ?? 0),
      minorUnits,
    })),
    priceChanges: isVariable ? [] : changes,
    reasons: {
      words: last.words,
      sameAmount: payments.length - 1 - changes.length,
      onDay: daysOff.filter((days) => days <= 1).length,
      maxDaysOff: Math.max(...daysOff),
      missed: Math.max(0, Math.round((last.day - first.day) / period) + 1 - payments.length),
      isMandated: payments.every((payment) => payment.isMandated),
    },
  }
}
