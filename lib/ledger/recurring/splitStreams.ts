import type { BookingDay } from '../../base/codec/bankDays.js'
import { groupBy } from '../groupBy.js'
import { firstOf, type Fit, fitSchedule, lastOf, type Series, variation, withoutTwins } from './fitSchedule.js'
import { type Certainty, isRecurring } from './isRecurring.js'
import { isAlternating, yearlyParts } from './mistakenCadences.js'
import { comparePayments, compareTexts, difference, nameOf, type Payment } from './Payment.js'
import { averagePeriod, cadences, expectedDay, indexNear } from './Schedule.js'

/** Series, and the payments that belong to none of them. */
interface Split {
  readonly series: ReadonlyArray<Series>
  readonly unassigned: ReadonlyArray<Payment>
}

/** The cost of adding a payment to a series, lower for a better fit; `undefined` if it cannot belong to the series. */
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
 * Adds payments to series that lack one on this date, such as a salary with a bonus, or the first payment of a new
 * price. The payment that fits best is added first, because it may fill the gap of another.
 */
const fillSeries = ({ series, unassigned }: Split, bookingDay: BookingDay): Split => {
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

/** Whether an amount lies between the smallest and the largest one of a series. */
const isInRange = ({ size }: Payment, { payments }: Series): boolean => {
  const sizes = payments.map((payment) => payment.size)
  return size >= Math.min(...sizes) && size <= Math.max(...sizes)
}

/**
 * The cost of joining two series, lower for a better fit; `undefined` if the later one does not continue the earlier
 * one.
 */
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
const joinSeries = (series: ReadonlyArray<Series>): ReadonlyArray<Series> => {
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

/** Amounts that differ by at most this factor may belong to the same series. */
const crowdFactor = 1.25

/** The payments of `all` whose amounts are similar to the amounts of `some`. */
const withSizesOf = (some: ReadonlyArray<Payment>, all: ReadonlyArray<Payment>): ReadonlyArray<Payment> => {
  const sizes = some.map(({ size }) => size)
  const min = Math.min(...sizes) / crowdFactor
  const max = Math.max(...sizes) * crowdFactor
  return all.filter(({ size }) => size >= min && size <= max)
}

/** The payments with one name. */
interface NamedPayments {
  /** The payments that are in no series yet. */
  readonly payments: ReadonlyArray<Payment>
  readonly all: ReadonlyArray<Payment>
  /** Whether a certain series has payments with this name. */
  readonly hasCertain: boolean
}

const toSeries = ({ schedule, matched }: Fit): Series => ({ schedule, payments: Array.from(matched.values()) })

/** The fits of payments that are several yearly series of one company; empty if they are not. */
const yearlyFits = (payments: ReadonlyArray<Payment>, bookingDay: BookingDay): ReadonlyArray<Fit> =>
  yearlyParts(payments).flatMap((part) => fitSchedule(part, bookingDay, part, ['yearly']) ?? [])

/** Finds one series after another among some of the payments with a name. */
const takeSeries = (
  some: ReadonlyArray<Payment>,
  { payments, all, hasCertain }: NamedPayments,
  certainty: Certainty,
  bookingDay: BookingDay,
): Split => {
  // The fit ignores other payments with the same name for direct debits, and in the first search for equal amounts.
  const ignoresOthers = some.every(
    ({ isMandated, size }) => isMandated || (certainty === 'certain' && size === some[0]?.size),
  )
  const crowd = ignoresOthers ? some : withSizesOf(some, payments)
  const fit = fitSchedule(some, bookingDay, crowd)
  const areRecurring = (fits: ReadonlyArray<Fit>): boolean => {
    const explained = fits.reduce((sum, { matched }) => sum + matched.size, 0)
    const unexplained = withoutTwins(payments).length - explained
    const search = { certainty, named: all, unexplained, hasCertain, isOneOfSeveral: fits.length > 1 }
    return fits.length > 0 && fits.every((one) => isRecurring(one, search, bookingDay))
  }
  const isOneSchedule = fit?.matched.size === some.length
  const attempts = [
    () => (fit ? [fit] : []),
    () => yearlyFits(fit && isAlternating(fit) ? Array.from(fit.matched.values()) : [], bookingDay),
    () => yearlyFits(isOneSchedule ? [] : some, bookingDay),
  ]
  let found: ReadonlyArray<Fit> = []
  for (const attempt of attempts) if (!areRecurring(found)) found = attempt()
  if (!areRecurring(found)) return { series: [], unassigned: some }
  const matched = new Set(found.flatMap((one) => Array.from(one.matched.values())))
  const isUnmatched = (payment: Payment): boolean => !matched.has(payment)
  const named = { payments: payments.filter(isUnmatched), all, hasCertain }
  const { series, unassigned } = takeSeries(some.filter(isUnmatched), named, certainty, bookingDay)
  return { series: [...found.map(toSeries), ...series], unassigned }
}

type Payments = ReadonlyArray<Payment>

/** Groups payments by a key, and sorts the groups by key. */
const sortedGroups = (payments: Payments, keyOf: (payment: Payment) => string): ReadonlyArray<Payments> =>
  Array.from(groupBy(payments, keyOf))
    .sort(([one], [other]) => compareTexts(one, other))
    .map(([, group]) => group)

/** Neighbouring amounts of a band differ by at most this share. */
const bandGap = 0.09

const groupByBand = (payments: Payments): ReadonlyArray<Payments> => {
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

const groupByAmount = (payments: Payments): ReadonlyArray<Payments> =>
  sortedGroups(payments, ({ entry }) => String(entry.minorUnits))

const asOneGroup = (payments: Payments): ReadonlyArray<Payments> => [payments]

/** Takes all payments with a name as one series, if all of them are on its schedule. */
const takeAll = (payments: Payments, hasCertain: boolean, certainty: Certainty, bookingDay: BookingDay): Split => {
  const fit = fitSchedule(payments, bookingDay)
  const fitsAll = fit !== undefined && fit.matched.size === payments.length
  const search = { certainty, named: payments, unexplained: 0, hasCertain, isOneOfSeveral: false }
  if (!fitsAll || !isRecurring(fit, search, bookingDay)) return { series: [], unassigned: payments }
  return { series: [{ schedule: fit.schedule, payments }], unassigned: [] }
}

/**
 * Finds the series of each name: all of its payments, if they are one series. Otherwise it searches the payments of
 * each amount, then all payments, and then the payments of each band of amounts.
 */
const takeByName = (payments: Payments, certain: ReadonlyArray<Series> | undefined, bookingDay: BookingDay): Split => {
  const certainPayments = certain?.flatMap((one) => one.payments) ?? []
  const certainty = certain === undefined ? 'certain' : 'likely'
  const series: Array<Series> = []
  const unassigned: Array<Payment> = []
  for (const group of sortedGroups(payments, nameOf)) {
    const name = nameOf(group[0] as Payment)
    const explained = certainPayments.filter((payment) => nameOf(payment) === name)
    const [all, hasCertain] = [[...group, ...explained], explained.length > 0]
    const single = takeAll(Array.from(group).sort(comparePayments), hasCertain, certainty, bookingDay)
    series.push(...single.series)
    let remaining = single.unassigned
    for (const divide of [groupByAmount, asOneGroup, groupByBand]) {
      const named = { payments: remaining, all, hasCertain }
      const splits = divide(remaining).map((set) => takeSeries(set, named, certainty, bookingDay))
      series.push(...splits.flatMap((split) => split.series))
      remaining = splits.flatMap((split) => split.unassigned).sort(comparePayments)
    }
    unassigned.push(...remaining)
  }
  return { series, unassigned: unassigned.sort(comparePayments) }
}

const joinAndFill = ({ series, unassigned }: Split, bookingDay: BookingDay): Split =>
  fillSeries({ series: joinSeries(series), unassigned }, bookingDay)

/**
 * The next expected day depends only on this number of latest payments, because a contract may have moved to another
 * day.
 */
const latestPayments = 12

const withLatestSchedule = ({ schedule, payments }: Series, bookingDay: BookingDay): Series => {
  const latest = payments.slice(-latestPayments)
  return { schedule: fitSchedule(latest, bookingDay, latest, [schedule.cadence])?.schedule ?? schedule, payments }
}

/**
 * The series in the payments of one account, currency, direction and first word of the counterparty's name.
 *
 * First it finds the certain series, joins series that continue each other, and fills their gaps. Then it searches the
 * remaining payments for likely series. The result does not depend on the order of the payments.
 */
export const splitStreams = (group: ReadonlyArray<Payment>, bookingDay: BookingDay): ReadonlyArray<Series> => {
  const certain = joinAndFill(takeByName(group, undefined, bookingDay), bookingDay)
  const likely = takeByName(certain.unassigned, certain.series, bookingDay)
  const all = joinAndFill({ series: [...certain.series, ...likely.series], unassigned: likely.unassigned }, bookingDay)
  return joinSeries(all.series).map((series) => withLatestSchedule(series, bookingDay))
}
