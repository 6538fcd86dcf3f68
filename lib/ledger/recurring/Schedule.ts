import type { BookingDay, Shift } from '../../base/codec/bankDays.js'

/** How often a payment is made. */
export type Cadence =
  | 'weekly'
  | 'biweekly'
  | 'four-weekly'
  | 'monthly'
  | 'bimonthly'
  | 'quarterly'
  | 'semiannual'
  | 'yearly'

/** The parameters of a cadence; durations are in days. */
interface CadenceParameters {
  readonly unit: 'week' | 'month'
  /** How many weeks or months there are between two payments. */
  readonly count: number
  /** How many days a payment may be off the day on which it is expected. */
  readonly tolerance: number
  /** How many days payments may be off the expected day on average. */
  readonly meanTolerance: number
  /** The minimum number of payments. */
  readonly minPayments: number
  /** How long after its expected day a payment is not yet late. */
  readonly grace: number
  /** How long after the expected day of a missing payment the stream counts as ended. */
  readonly end: number
}

/** All cadences, from the shortest to the longest. */
export const cadences: Readonly<Record<Cadence, CadenceParameters>> = {
  weekly: { unit: 'week', count: 1, tolerance: 2, meanTolerance: 0.85, minPayments: 4, grace: 3, end: 22 },
  biweekly: { unit: 'week', count: 2, tolerance: 3, meanTolerance: 1.1, minPayments: 4, grace: 4, end: 32 },
  'four-weekly': { unit: 'week', count: 4, tolerance: 3, meanTolerance: 1, minPayments: 3, grace: 5, end: 62 },
  monthly: { unit: 'month', count: 1, tolerance: 5, meanTolerance: 1.8, minPayments: 3, grace: 5, end: 67 },
  bimonthly: { unit: 'month', count: 2, tolerance: 6, meanTolerance: 2, minPayments: 3, grace: 7, end: 75 },
  quarterly: { unit: 'month', count: 3, tolerance: 7, meanTolerance: 2.5, minPayments: 3, grace: 10, end: 100 },
  semiannual: { unit: 'month', count: 6, tolerance: 8, meanTolerance: 3, minPayments: 3, grace: 15, end: 100 },
  yearly: { unit: 'month', count: 12, tolerance: 8, meanTolerance: 3, minPayments: 2, grace: 20, end: 100 },
}

const daysOf = { week: 7, month: 365.25 / 12 }

/** The average number of days between two payments. */
export const averagePeriod = (cadence: Cadence): number => {
  const { unit, count } = cadences[cadence]
  return count * daysOf[unit]
}

/**
 * The days on which payments are due. For a cadence in weeks, `offset` is the due day of the payment with index 0, in
 * days since 1970, and `day` is unused. For a cadence in months, payments are due on `day` of the month, or on its last
 * day if the month is shorter. `offset` is then the month of the payment with index 0, counted from year 0.
 */
export interface Schedule {
  readonly cadence: Cadence
  readonly offset: number
  readonly day: number
  readonly shift: Shift
}

/** The maximum number of cached results: enough for the days of some decades. */
const maxCached = 20_000

/** Caches the results of a function of a number of days or months, because the same few numbers recur. */
const memoizeDay = <A>(compute: (day: number) => A): ((day: number) => A) => {
  const cache = new Map<number, A>()
  return (day) => {
    const result = cache.get(day) ?? compute(day)
    if (cache.size < maxCached) cache.set(day, result)
    return result
  }
}

interface DayOfMonth {
  /** Counted from year 0. */
  readonly month: number
  readonly day: number
  /** Whether it is the last day of its month. */
  readonly isLast: boolean
}

/** The month of a day since 1970, and its day in that month. */
export const monthOf = /* @__PURE__ */ memoizeDay((day): DayOfMonth => {
  const date = new Date(day * 86_400_000)
  const next = new Date((day + 1) * 86_400_000)
  return {
    month: date.getUTCFullYear() * 12 + date.getUTCMonth(),
    day: date.getUTCDate(),
    isLast: next.getUTCMonth() !== date.getUTCMonth(),
  }
})

const firstOfMonth = /* @__PURE__ */ memoizeDay((index) => Date.UTC(Math.floor(index / 12), index % 12, 1) / 86_400_000)

/** The day on which the payment with an index is due, before it moves because of a weekend or a holiday. */
export const dueDay = ({ cadence, offset, day }: Schedule, index: number): number => {
  const { unit, count } = cadences[cadence]
  if (unit === 'week') return offset + index * count * 7
  const first = offset + index * count
  return Math.min(firstOfMonth(first) + day - 1, firstOfMonth(first + 1) - 1)
}

/** The day on which the payment with an index is expected to be booked. */
export const expectedDay = (schedule: Schedule, index: number, bookingDay: BookingDay): number =>
  bookingDay(dueDay(schedule, index), schedule.shift)

/** The index of the payment whose expected day is closest to a day. */
export const indexNear = (schedule: Schedule, day: number, bookingDay: BookingDay): number => {
  const { unit, count } = cadences[schedule.cadence]
  const estimate =
    unit === 'week'
      ? Math.round((day - schedule.offset) / (count * 7))
      : Math.round((monthOf(day).month - schedule.offset) / count)
  const distance = (index: number): number => Math.abs(expectedDay(schedule, index, bookingDay) - day)
  return [estimate, estimate - 1, estimate + 1].reduce((best, index) =>
    distance(index) < distance(best) ? index : best,
  )
}
