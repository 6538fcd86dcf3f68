import type { BookingDay } from './bankDays.js'
import { comparePayments, difference, nameOf, type Payment } from './Payment.js'
import { averagePeriod, cadences, expectedDay, indexNear } from './Schedule.js'
import { firstOf, lastOf, type Series } from './Series.js'

/** Series, and the payments that belong to none of them. */
export interface Split {
  readonly series: ReadonlyArray<Series>
  readonly unassigned: ReadonlyArray<Payment>
}

/** How badly a payment fits into a gap of a series, or before or after it; `undefined` if it cannot belong to the series. */
const fillCost = (series: Series, payment: Payment, isCrowded: boolean, bookingDay: BookingDay): number | undefined => {
  const { schedule, payments } = series
  const { tolerance } = cadences[schedule.cadence]
  const index = indexNear(schedule, payment.day, bookingDay)
  const daysOff = Math.abs(payment.day - expectedDay(schedule, index, bookingDay))
  if (daysOff > tolerance * (isCrowded ? 0.4 : 0.8)) return undefined
  if (payments.some(({ day }) => indexNear(schedule, day, bookingDay) === index)) return undefined
  const first = firstOf(series)
  const last = lastOf(series)
  const daysOutside = Math.max(first.day - payment.day, payment.day - last.day, 0)
  const neighbour = payments.filter(({ day }) => day <= payment.day).at(-1) ?? first
  const amountDifference = difference(neighbour, payment)
  if (daysOutside > (amountDifference === 0 ? 4.4 : 2.4) * averagePeriod(schedule.cadence)) return undefined
  const isOtherName = nameOf(payment) !== nameOf(neighbour)
  const maxDifference = isOtherName ? 0.1 : isCrowded ? 0.12 : daysOutside > 0 ? 0.5 : 0.9
  return amountDifference > maxDifference ? undefined : daysOff / tolerance + amountDifference
}

/**
 * Adds payments to series that have none at their time, such as a salary with a bonus, or the first payment of a new price.
 * The payment that fits best is added first, because it may fill the gap of another.
 */
export const fillSeries = ({ series, unassigned }: Split, bookingDay: BookingDay): Split => {
  let best: { readonly cost: number; readonly series: Series; readonly payment: Payment } | undefined
  for (const candidate of series) {
    const names = new Set(candidate.payments.map(nameOf))
    const isCrowded = unassigned.filter((payment) => names.has(nameOf(payment))).length > candidate.payments.length
    for (const payment of unassigned) {
      const cost = fillCost(candidate, payment, isCrowded, bookingDay)
      if (cost !== undefined && (best === undefined || cost < best.cost)) best = { cost, series: candidate, payment }
    }
  }
  if (best === undefined) return { series, unassigned }
  const { series: chosen, payment } = best
  const filled = { ...chosen, payments: [...chosen.payments, payment].sort(comparePayments) }
  return fillSeries(
    {
      series: series.map((item) => (item === chosen ? filled : item)),
      unassigned: unassigned.filter((other) => other !== payment),
    },
    bookingDay,
  )
}
