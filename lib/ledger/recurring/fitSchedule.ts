import type { BookingDay, Shift } from '../../base/codec/bankDays.js'
import { difference, isSameAmount, type Payment } from './Payment.js'
import { averagePeriod, type Cadence, cadences, expectedDay, indexNear, monthOf, type Schedule } from './Schedule.js'

/** Payments of one counterparty that follow one schedule, sorted by day. */
export interface Series {
  readonly schedule: Schedule
  readonly payments: ReadonlyArray<Payment>
}

export const firstOf = ({ payments }: Series): Payment => payments[0] as Payment

export const lastOf = ({ payments }: Series): Payment => payments.at(-1) as Payment

/** The share of payments whose amount equals the previous payment's. */
export const sameShare = (payments: ReadonlyArray<Payment>): number =>
  payments.slice(1).filter((payment, index) => isSameAmount(payment, payments[index] as Payment)).length /
  Math.max(payments.length - 1, 1)

/** The mean relative difference between each amount and the amount `lag` payments before it. */
export const variation = (payments: ReadonlyArray<Payment>, lag = 1): number =>
  payments.slice(lag).reduce((sum, payment, index) => sum + difference(payment, payments[index] as Payment), 0) /
  Math.max(payments.length - lag, 1)

/** How well payments follow a schedule. */
export interface Fit {
  readonly schedule: Schedule
  /** The payments that are on the schedule, at most one for each index. */
  readonly matched: ReadonlyMap<number, Payment>
  /** How many expected payments are missing between the first and the last. */
  readonly missed: number
  /** How many of the payments between the first and the last are not on the schedule. */
  readonly others: number
  /** How many days payments are off the expected day, on average. */
  readonly meanDaysOff: number
  /**
   * How unlikely it is that payments on random days are so regular, as a logarithm. Missed payments, and payments that
   * are not on the schedule, reduce it.
   */
  readonly evidence: number
}

const withShifts = (schedule: Schedule): ReadonlyArray<Schedule> =>
  (['following', 'preceding', 'none'] as ReadonlyArray<Shift>).map((shift) => ({ ...schedule, shift }))

/** The schedules of a cadence that match at least one of the payments. */
const candidates = (cadence: Cadence, payments: ReadonlyArray<Payment>): ReadonlyArray<Schedule> => {
  const { unit, count } = cadences[cadence]
  const schedules = new Map<string, Schedule>()
  const add = (offset: number, day: number): void => {
    schedules.set(`${String(offset)} ${String(day)}`, { cadence, offset, day, shift: 'none' })
  }
  for (const payment of payments)
    if (unit === 'week') add(payment.day % (count * 7), 0)
    else {
      const { month, day, isLast } = monthOf(payment.day)
      add(month % count, day)
      if (isLast && day < 31) add(month % count, 31)
    }
  return Array.from(schedules.values())
}

/** The number of schedules for which the exact fit is computed, with each shift. */
const maxCandidates = 5

/** The schedules with the most payments close to their days. */
const likeliestSchedules = (
  schedules: ReadonlyArray<Schedule>,
  payments: ReadonlyArray<Payment>,
): ReadonlyArray<Schedule> => {
  if (schedules.length <= maxCandidates) return schedules.flatMap(withShifts)
  const support = ({ cadence, offset, day }: Schedule): number => {
    const { unit, count, tolerance } = cadences[cadence]
    const length = unit === 'week' ? count * 7 : count * 30.4
    const phase = unit === 'week' ? offset : offset * 30.4 + day
    return payments.reduce((sum, payment) => {
      const { month, day: dayOfMonth } = monthOf(payment.day)
      const position = unit === 'week' ? payment.day : (month % count) * 30.4 + dayOfMonth
      const daysAfter = (((position - phase) % length) + length) % length
      const distance = Math.min(daysAfter, length - daysAfter)
      return sum + (distance > tolerance ? 0 : 1 / (1 + distance))
    }, 0)
  }
  return schedules
    .map((schedule) => ({ schedule, score: support(schedule) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxCandidates)
    .flatMap(({ schedule }) => withShifts(schedule))
}

const missedCost = 1
const otherCost = 1
const otherMandatedCost = 0.5

/**
 * Leaves out the first or the last payment if it is far from the others and off its expected day: it probably matches
 * by chance.
 */
const withoutStrays = (
  indexes: ReadonlyArray<number>,
  distances: ReadonlyMap<number, number>,
): ReadonlyArray<number> => {
  const isStray = (index: number, neighbour: number): boolean =>
    Math.abs(index - neighbour) > 2 && (distances.get(index) ?? 0) > 1
  const [first = 0, second = first] = indexes
  const last = indexes.at(-1) ?? 0
  const from = isStray(first, second) ? 1 : 0
  const to = isStray(last, indexes.at(-2) ?? last) ? -1 : indexes.length
  return indexes.slice(from, to)
}

const fitTo = (
  schedule: Schedule,
  payments: ReadonlyArray<Payment>,
  crowd: ReadonlyArray<Payment>,
  bookingDay: BookingDay,
): Fit => {
  const { tolerance } = cadences[schedule.cadence]
  const matched = new Map<number, Payment>()
  const distances = new Map<number, number>()
  for (const payment of payments) {
    const index = indexNear(schedule, payment.day, bookingDay)
    const distance = Math.abs(payment.day - expectedDay(schedule, index, bookingDay))
    if (distance > tolerance || distance >= (distances.get(index) ?? Infinity)) continue
    matched.set(index, payment)
    distances.set(index, distance)
  }
  const indexes = withoutStrays(
    Array.from(matched.keys()).sort((one, other) => one - other),
    distances,
  )
  const [first = 0] = indexes
  const last = indexes.at(-1) ?? 0
  const missed = last - first + 1 - indexes.length
  const from = matched.get(first)?.day ?? 0
  const to = matched.get(last)?.day ?? 0
  const within = crowd.filter(({ day }) => day >= from && day <= to).length
  const others = Math.max(0, within - indexes.length)

  // The sum excludes the most exact payment, because the schedule was derived from one of the payments.
  const density = within / Math.max(to - from + averagePeriod(schedule.cadence), 1)
  const daysOff = indexes.map((index) => distances.get(index) ?? 0)
  const surprises = daysOff.map((days) => -Math.log(1 - Math.exp(-density * (2 * days + 1))))
  const total = surprises.reduce((sum, surprise) => sum + surprise, 0) - Math.max(0, ...surprises)
  return {
    schedule,
    matched: new Map(indexes.flatMap((index) => [[index, matched.get(index) as Payment]])),
    missed,
    others,
    meanDaysOff: daysOff.reduce((sum, days) => sum + days, 0) / Math.max(daysOff.length, 1),
    evidence: total - missed * missedCost - others * (payments[0]?.isMandated === true ? otherMandatedCost : otherCost),
  }
}

/**
 * Selects one payment for each day and amount: equal payments, as for two phone lines, do not contradict a schedule.
 */
export const withoutTwins = (payments: ReadonlyArray<Payment>): ReadonlyArray<Payment> =>
  Array.from(new Map(payments.map((payment) => [`${String(payment.day)} ${String(payment.size)}`, payment])).values())

/** The minimum number of payments per period of a schedule. */
const minRate = 0.45

/**
 * The maximum number of payments per period. Direct debits, and payments of one amount, may be a mix of several series.
 * Of other payments, only a few may be off the schedule.
 */
const maxRateOf = (payments: ReadonlyArray<Payment>): number => {
  const [first] = payments
  const isMixed = payments.every((payment) => payment.isMandated || payment.size === first?.size)
  return isMixed ? 4.5 : 1.5
}

/**
 * The schedule that fits payments best; `undefined` if none is possible. `crowd` contains all payments from which these
 * were selected.
 */
export const fitSchedule = (
  payments: ReadonlyArray<Payment>,
  bookingDay: BookingDay,
  crowd: ReadonlyArray<Payment> = payments,
  allowedCadences: ReadonlyArray<Cadence> = Object.keys(cadences) as Array<Cadence>,
): Fit | undefined => {
  const [first] = payments
  const last = payments.at(-1)
  if (first === undefined || last === undefined || payments.length < 2) return undefined
  const maxRate = maxRateOf(payments)
  const others = withoutTwins(crowd)
  let best: Fit | undefined
  for (const cadence of allowedCadences) {
    const { minPayments } = cadences[cadence]
    const rate = (payments.length - 1) / ((last.day - first.day) / averagePeriod(cadence))
    if (payments.length < minPayments || rate < minRate || rate > maxRate) continue
    for (const schedule of likeliestSchedules(candidates(cadence, payments), payments)) {
      const fit = fitTo(schedule, payments, others, bookingDay)
      if (fit.matched.size >= minPayments && (best === undefined || fit.evidence > best.evidence)) best = fit
    }
  }
  return best
}
