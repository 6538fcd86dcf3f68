import type { BookingDay } from '../../base/codec/bankDays.js'
import { type Fit, sameShare, variation } from './fitSchedule.js'
import { difference, type Payment } from './Payment.js'
import { averagePeriod, cadences, dueDay, expectedDay, monthOf } from './Schedule.js'

/** Two yearly amounts of one contract differ by less than this share on average. */
const maxYearlyDifference = 0.09

const mean = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)

/**
 * Whether payments that fit a schedule of two, three or six months are several yearly series, such as two policies of
 * one insurer. It is so if half of the due months never have a payment, or if amounts resemble the amounts of a year
 * before more than the previous payment's.
 */
export const isAlternating = ({ schedule, matched }: Fit): boolean => {
  const { unit, count } = cadences[schedule.cadence]
  const perYear = 12 / count
  if (unit !== 'month' || perYear === 12 || perYear === 1) return false
  const phaseOf = (index: number): number => ((index % perYear) + perYear) % perYear
  const indexes = Array.from(matched.keys())
  const paidPhases = new Set(indexes.map(phaseOf))
  const yearlyDifferences = indexes.flatMap((index) => {
    const [payment, next] = [matched.get(index), matched.get(index + perYear)]
    return payment && next ? [difference(payment, next)] : []
  })
  if (yearlyDifferences.length === 0) return false
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)]
  const hasMissed = Array.from({ length: last - first }, (_, offset) => first + offset).some(
    (index) => paidPhases.has(phaseOf(index)) && !matched.has(index),
  )
  if (paidPhases.size * 2 <= perYear && !hasMissed) return true
  const payments = Array.from(matched.values())
  return (
    yearlyDifferences.length > 1 &&
    // Bimonthly bills are often for energy: their amounts also resemble the amounts of a year before.
    (count > 2 || paidPhases.size < perYear) &&
    sameShare(payments) < 0.6 &&
    mean(yearlyDifferences) < maxYearlyDifference &&
    mean(yearlyDifferences) < variation(payments) / 3
  )
}

/** The maximum number of yearly series that are distinguished by their days. */
const maxParts = 12

/**
 * The payments of several yearly series, by their day in the year; empty if they are not several. Each series has a
 * payment in each year. A payment of the last year that is the first of its series is left out.
 */
export const yearlyParts = (payments: ReadonlyArray<Payment>): ReadonlyArray<ReadonlyArray<Payment>> => {
  const { tolerance } = cadences.yearly
  const period = averagePeriod('yearly')
  const parts: Array<Array<Payment>> = []
  for (const payment of payments) {
    const isNext = (part: ReadonlyArray<Payment>): boolean =>
      Math.abs(payment.day - (part.at(-1)?.day ?? 0) - period) <= tolerance
    const part = parts.find(isNext)
    if (part) part.push(payment)
    else if (parts.push([payment]) > maxParts) return []
  }
  const lastDay = payments.at(-1)?.day ?? 0
  const isComplete = (part: ReadonlyArray<Payment>): boolean =>
    part.length > 1 || lastDay - (part[0]?.day ?? 0) < period - tolerance
  return parts.length > 1 && parts.every(isComplete) ? parts.filter(({ length }) => length > 1) : []
}

/** A payment belongs to a month if it is at most this number of days off the expected day. */
const maxDaysOff = 3

/**
 * Whether payments that fit a schedule of two, three or six months are part of a monthly series. It is so if half of
 * the months between them have a payment with the same name on the same day.
 */
export const isPartOfMonthly = (
  { schedule, matched }: Fit,
  named: ReadonlyArray<Payment>,
  bookingDay: BookingDay,
): boolean => {
  const { unit, count } = cadences[schedule.cadence]
  if (unit !== 'month' || count === 1 || count === 12) return false
  const monthly = { ...schedule, cadence: 'monthly' as const, offset: 0 }
  const months = Array.from(matched.keys(), (index) => monthOf(dueDay(schedule, index)).month)
  const [first, last] = [Math.min(...months), Math.max(...months)]
  const isBetween = (month: number): boolean => (month - first) % count !== 0
  const between = Array.from({ length: last - first }, (_, offset) => first + offset).filter(isBetween)
  const paid = between.filter((month) => {
    const day = expectedDay(monthly, month, bookingDay)
    return named.some((payment) => Math.abs(payment.day - day) <= maxDaysOff)
  })
  return paid.length * 2 >= between.length
}
