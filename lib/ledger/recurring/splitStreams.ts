import type { BookingDay } from './bankDays.js'
import { fillSeries, type Split } from './fillSeries.js'
import { fitSchedule, withoutTwins } from './fitSchedule.js'
import { type Certainty, isRecurring } from './isRecurring.js'
import { joinSeries } from './joinSeries.js'
import { comparePayments, compareTexts, difference, nameOf, type Payment } from './Payment.js'
import type { Series } from './Series.js'

/** Amounts that differ by at most this factor may be taken for one another. */
const crowdFactor = 1.25

/** Those of all payments whose amounts are about those of some. */
const withSizesOf = (some: ReadonlyArray<Payment>, all: ReadonlyArray<Payment>): ReadonlyArray<Payment> => {
  const sizes = some.map(({ size }) => size)
  const min = Math.min(...sizes) / crowdFactor
  const max = Math.max(...sizes) * crowdFactor
  return all.filter(({ size }) => size >= min && size <= max)
}

/** The payments of one name, and whether other payments of this name are a series beyond doubt. */
interface Named {
  readonly payments: ReadonlyArray<Payment>
  readonly hasCertain: boolean
}

/** Takes one series after the other from some of the payments of a name. */
const takeSeries = (
  some: ReadonlyArray<Payment>,
  { payments, hasCertain }: Named,
  certainty: Certainty,
  bookingDay: BookingDay,
): Split => {
  const isApart = some.every(
    ({ isMandated, size }) => isMandated || (certainty === 'certain' && size === some[0]?.size),
  )
  const crowd = isApart ? some : withSizesOf(some, payments)
  const fit = fitSchedule(some, bookingDay, crowd)
  if (fit === undefined) return { series: [], rest: some }
  const search = { certainty, unexplained: withoutTwins(payments).length - fit.matched.size, hasCertain }
  if (!isRecurring(fit, search)) return { series: [], rest: some }
  const taken = new Set(fit.matched.values())
  const isLeft = (payment: Payment): boolean => !taken.has(payment)
  const named = { payments: payments.filter(isLeft), hasCertain }
  const { series, rest } = takeSeries(some.filter(isLeft), named, certainty, bookingDay)
  return { series: [{ schedule: fit.schedule, payments: Array.from(taken) }, ...series], rest }
}

type Payments = ReadonlyArray<Payment>

/** Groups payments by a text, in the order of these texts. */
const groupBy = (payments: Payments, keyOf: (payment: Payment) => string): ReadonlyArray<Payments> => {
  const groups = new Map<string, Array<Payment>>()
  for (const payment of payments) {
    const group = groups.get(keyOf(payment))
    if (group) group.push(payment)
    else groups.set(keyOf(payment), [payment])
  }
  return Array.from(groups)
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([, group]) => group)
}

/** In a band of amounts, each one differs from the next by at most this share. */
const bandGap = 0.09

const amountBands = (payments: Payments): ReadonlyArray<Payments> => {
  const bands: Array<Array<Payment>> = []
  let last: Payment | undefined
  for (const payment of Array.from(payments).sort(
    (one, other) => one.size - other.size || comparePayments(one, other),
  )) {
    if (last !== undefined && difference(last, payment) <= bandGap) bands.at(-1)?.push(payment)
    else bands.push([payment])
    last = payment
  }
  return bands.map((band) => band.sort(comparePayments))
}

const byAmount = (payments: Payments): ReadonlyArray<Payments> =>
  groupBy(payments, ({ entry }) => String(entry.minorUnits))

const together = (payments: Payments): ReadonlyArray<Payments> => [payments]

/** All payments of a name, if none of them is off their schedule. */
const takeWhole = (payments: Payments, hasCertain: boolean, certainty: Certainty, bookingDay: BookingDay): Split => {
  const fit = fitSchedule(payments, bookingDay)
  const isWhole = fit !== undefined && fit.matched.size === payments.length
  if (!isWhole || !isRecurring(fit, { certainty, unexplained: 0, hasCertain })) return { series: [], rest: payments }
  return { series: [{ schedule: fit.schedule, payments }], rest: [] }
}

/**
 * Takes the series of each name: all of its payments, if they are one series; else first those of one amount, then those of
 * all amounts, then those of amounts that are near.
 */
const takeByName = (payments: Payments, certain: ReadonlyArray<Series> | undefined, bookingDay: BookingDay): Split => {
  const certainNames = new Set(certain?.flatMap((series) => series.payments.map(nameOf)))
  const certainty = certain === undefined ? 'certain' : 'likely'
  const series: Array<Series> = []
  const rest: Array<Payment> = []
  for (const ofName of groupBy(payments, nameOf)) {
    const hasCertain = ofName.some((payment) => certainNames.has(nameOf(payment)))
    const whole = takeWhole(Array.from(ofName).sort(comparePayments), hasCertain, certainty, bookingDay)
    series.push(...whole.series)
    let left = whole.rest
    for (const setsOf of [byAmount, together, amountBands]) {
      const named = { payments: left, hasCertain }
      const splits = setsOf(left).map((set) => takeSeries(set, named, certainty, bookingDay))
      series.push(...splits.flatMap((split) => split.series))
      left = splits.flatMap((split) => split.rest).sort(comparePayments)
    }
    rest.push(...left)
  }
  return { series, rest: rest.sort(comparePayments) }
}

const joinAndFill = ({ series, rest }: Split, bookingDay: BookingDay): Split =>
  fillSeries({ series: joinSeries(series), rest }, bookingDay)

/** How many of the latest payments decide on the next day, as a contract may have moved to another day. */
const latestPayments = 12

const withLatestSchedule = ({ schedule, payments }: Series, bookingDay: BookingDay): Series => {
  const latest = payments.slice(-latestPayments)
  return { schedule: fitSchedule(latest, bookingDay, latest, [schedule.cadence])?.schedule ?? schedule, payments }
}

/**
 * The series in the payments of one account, currency, direction and first word of the counterparty's name.
 *
 * First it takes the series that are beyond doubt, joins those that continue one another, and fills their gaps; then it
 * looks for others in what is left. The result does not depend on the order of the payments.
 */
export const splitStreams = (group: ReadonlyArray<Payment>, bookingDay: BookingDay): ReadonlyArray<Series> => {
  const certain = joinAndFill(takeByName(group, undefined, bookingDay), bookingDay)
  const likely = takeByName(certain.rest, certain.series, bookingDay)
  const all = joinAndFill({ series: [...certain.series, ...likely.series], rest: likely.rest }, bookingDay)
  return joinSeries(all.series).map((series) => withLatestSchedule(series, bookingDay))
}
