import type { BookingDay } from './bankDays.js'
import { comparePayments, difference, nameOf, type Payment } from './Payment.js'
import { cadences, expectedDay, indexNear } from './Schedule.js'
import { firstOf, lastOf, type Series } from './Series.js'

/** Series, and the payments that are in none. */
export interface Split {
  readonly series: ReadonlyArray<Series>
  readonly rest: ReadonlyArray<Payment>
}

/** How badly a payment fits into a gap of a series, or next to its ends; `undefined` if it does not belong to it. */
const fillCost = (series: Series, payment: Payment, isCrowded: boolean, bookingDay: BookingDay): number | undefined => {
  const { schedule, payments } = series
  const { period, tolerance } = cadences[schedule.cadence]
  const index = indexNear(schedule, payment.day, bookingDay)
  const daysOff = Math.abs(payment.day - expectedDay(schedule, index, bookingDay))
  if (daysOff > tolerance * (isCrowded ? 0.4 : 0.8)) return undefined
  if (payments.some(({ day }) => indexNear(schedule, day, bookingDay) === index)) return undefined
  const first = firstOf(series)
  const last = lastOf(series)
  const daysOutside = Math.max(first.day - payment.day, payment.day - last.day, 0)
  const neighbour = payments.filter(({ day }) => day <= payment.day).at(-1) ?? first
  const differs = difference(neighbour, payment)
  if (daysOutside > (differs === 0 ? 4.4 : 2.4) * period) return undefined
  const isOtherName = nameOf(payment) !== nameOf(neighbour)
  const maxDifference = isOtherName ? 0.1 : isCrowded ? 0.12 : daysOutside > 0 ? 0.5 : 0.9
  return differs > maxDifference ? undefined : daysOff / tolerance + differs
}

/**
 * Adds payments to series that lack one at their time, such as a salary with a bonus, or the first one of a new price. The
 * best goes first, as it may leave no gap for another.
 */
export const fillSeries = ({ series, rest }: Split, bookingDay: BookingDay): Split => {
  let best: { readonly cost: number; readonly series: Series; readonly payment: Payment } | undefined
  for (const one of series) {
    const names = new Set(one.payments.map(nameOf))
    const isCrowded = rest.filter((payment) => names.has(nameOf(payment))).length > one.payments.length
    for (const payment of rest) {
      const cost = fillCost(one, payment, isCrowded, bookingDay)
      if (cost !== undefined && (best === undefined || cost < best.cost)) best = { cost, series: one, payment }
    }
  }
  if (best === undefined) return { series, rest }
  const { series: chosen, payment } = best
  const filled = { ...chosen, payments: [...chosen.payments, payment].sort(comparePayments) }
  return fillSeries(
    { series: series.map((one) => (one === chosen ? filled : one)), rest: rest.filter((one) => one !== payment) },
    bookingDay,
  )
}
