import { difference, nameOf, type Payment } from './Payment.js'
import { averagePeriod, cadences } from './Schedule.js'
import { firstOf, lastOf, type Series, variation } from './Series.js'

/** Whether an amount lies between the smallest and the largest one of a series. */
const isInRange = ({ size }: Payment, { payments }: Series): boolean => {
  const sizes = payments.map((payment) => payment.size)
  return size >= Math.min(...sizes) && size <= Math.max(...sizes)
}

/** How badly a series continues another; `undefined` if it does not continue it. */
const joinCost = (earlier: Series, later: Series): number | undefined => {
  const { cadence } = earlier.schedule
  const { tolerance } = cadences[cadence]
  const period = averagePeriod(cadence)
  const last = lastOf(earlier)
  const first = firstOf(later)
  const gap = first.day - last.day
  if (later.schedule.cadence !== cadence || gap <= period / 2) return undefined
  const isSameName = nameOf(last) === nameOf(first)
  const amountDifference = difference(last, first)
  const maxPeriods = amountDifference === 0 ? 4 : isSameName ? 3 : 1.7
  const maxDifference = isSameName ? 0.5 : 0.25 + variation(earlier.payments)
  if (gap > maxPeriods * period + tolerance) return undefined
  if (amountDifference > maxDifference && !isInRange(first, earlier)) return undefined
  const periods = Math.round(gap / period)
  const daysOff = Math.abs(gap - periods * period)
  // A contract may move to another day, or change its price, but hardly both at once.
  if (daysOff > tolerance && amountDifference > 0) return undefined
  return (Math.max(0, daysOff - tolerance / 2) / period) * 0.3 + amountDifference + periods / 10
}

/** Joins series that continue each other, for example after a change of the price. The best pair is joined first. */
export const joinSeries = (series: ReadonlyArray<Series>): ReadonlyArray<Series> => {
  let best: { readonly cost: number; readonly earlier: Series; readonly later: Series } | undefined
  for (const earlier of series)
    for (const later of series) {
      const cost = earlier === later ? undefined : joinCost(earlier, later)
      if (cost !== undefined && (best === undefined || cost < best.cost)) best = { cost, earlier, later }
    }
  if (best === undefined) return series
  const { earlier, later } = best
  const joined = { schedule: later.schedule, payments: [...earlier.payments, ...later.payments] }
  return joinSeries([...series.filter((item) => item !== earlier && item !== later), joined])
}
