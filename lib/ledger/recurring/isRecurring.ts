import type { BookingDay } from '../../base/codec/bankDays.js'
import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import { type Fit, sameShare, variation } from './fitSchedule.js'
import { isAlternating, isPartOfMonthly } from './mistakenCadences.js'
import type { Payment } from './Payment.js'
import type { RecurringStream } from './RecurringStream.js'
import { type Cadence, cadences } from './Schedule.js'

/**
 * The last day on which a stream stays in its present state if no payment arrives; `undefined` if the stream has ended.
 */
export const lastDayOfState = ({
  cadence,
  nextDay,
  state,
}: Pick<RecurringStream, 'cadence' | 'nextDay' | 'state'>): string | undefined => {
  if (state === 'ended') return undefined
  const { grace, end } = cadences[cadence]
  return dayText(daysSinceEpoch(nextDay) + (state === 'late' ? end : grace))
}

/** How certain a series has to be. The search first takes the certain series, and then the likely ones. */
export type Certainty = 'certain' | 'likely'

const minEvidence: Readonly<Record<Certainty, number>> = { certain: 14, likely: 6 }

/**
 * Cadences that contracts rarely have. A series with such a cadence needs more evidence if its amounts vary, and if it
 * is no direct debit.
 */
const rareCadences = /* @__PURE__ */ new Set<Cadence>(['bimonthly', 'quarterly', 'semiannual'])

/** The additional evidence for a rare cadence. */
const rareEvidence = 2

/** The evidence that the other yearly series of a company add. */
const severalEvidence = 2

/** What is known about the payments in which a series was searched. */
export interface Search {
  readonly certainty: Certainty
  /** All payments with the same name, including payments of series that were found before. */
  readonly named: ReadonlyArray<Payment>
  /** How many payments with the same name are in no series. */
  readonly unexplained: number
  /** Whether other payments with the same name are a certain series. */
  readonly hasCertain: boolean
  /** Whether the payments with the same name are several yearly series, of which this is one. */
  readonly isOneOfSeveral: boolean
}

/** How much the amounts and the text add to the evidence of the days. */
const furtherEvidence = (hasEqualAmounts: boolean, spread: number, isMandated: boolean): number => {
  const amountEvidence = hasEqualAmounts ? 2 : spread < 0.06 ? 1 : spread > 0.6 ? -3 : spread > 0.3 ? -1 : 0
  return amountEvidence + (isMandated ? 1.5 : 0)
}

/** Up to this number of payments, a series of varying amounts may not have a gap. */
const maxWithoutGap = 4

/** Whether the days and amounts of payments are too irregular for their cadence. */
const isIrregular = (
  fit: Fit,
  payments: ReadonlyArray<Payment>,
  { isOneOfSeveral }: Search,
  hasEqualAmounts: boolean,
  isMandated: boolean,
): boolean => {
  const { cadence } = fit.schedule
  const { unit, meanTolerance } = cadences[cadence]
  const isIncome = payments.every(({ entry }) => entry.minorUnits > 0n)
  const spread = variation(payments)
  const paidShare = payments.length / (payments.length + fit.missed)
  return (
    fit.meanDaysOff > meanTolerance ||
    paidShare < (isMandated ? 0.6 : 0.7) ||
    (!hasEqualAmounts && payments.length <= maxWithoutGap && fit.missed > 0 && spread > 0.06) ||
    // Weekly purchases in a shop are on the same day of the week too, but their amounts differ.
    (unit === 'week' && !hasEqualAmounts && spread > 0.03 && !isIncome) ||
    (cadence === 'yearly' && spread > 0.25) ||
    (payments.length === 2 && (fit.missed > 0 || (isMandated || isOneOfSeveral ? spread > 0.12 : !hasEqualAmounts)))
  )
}

/** The maximum number of payments with the same name in no series, per payment of a likely series. */
const maxUnexplainedOf = ({ schedule }: Fit, hasEqualAmounts: boolean, isMandated: boolean): number => {
  if (isMandated && hasEqualAmounts) return Infinity
  // A person may have several policies with one insurer, each with one payment per year.
  return isMandated && schedule.cadence === 'yearly' ? 3 : 0.5
}

/** Whether so many payments with the same name are off the schedule that the others may match it by chance. */
const isCrowded = (fit: Fit, size: number, search: Search, hasEqualAmounts: boolean, isMandated: boolean): boolean => {
  const isInWeeks = cadences[fit.schedule.cadence].unit === 'week'
  const maxOthers = isInWeeks ? 0.4 : isMandated || hasEqualAmounts ? 2.5 : 0.3
  const maxUnexplained = maxUnexplainedOf(fit, hasEqualAmounts, isMandated)
  return fit.others > size * maxOthers || (search.certainty === 'likely' && search.unexplained > size * maxUnexplained)
}

/** Whether payments are only the remainder after a series with the same name was found. */
const isRemainder = (fit: Fit, size: number, { certainty, hasCertain }: Search, hasEqualAmounts: boolean): boolean =>
  certainty === 'likely' &&
  hasCertain &&
  !hasEqualAmounts &&
  fit.schedule.cadence !== 'yearly' &&
  (size < 6 || fit.missed > size * 0.25)

/** Whether payments that fit a schedule are a series, and do not fit by chance. */
export const isRecurring = (fit: Fit, search: Search, bookingDay: BookingDay): boolean => {
  const payments = Array.from(fit.matched.values())
  const hasEqualAmounts = sameShare(payments) >= 0.6
  const isMandated = payments.every((payment) => payment.isMandated)
  if (isIrregular(fit, payments, search, hasEqualAmounts, isMandated) || isAlternating(fit)) return false
  if (isPartOfMonthly(fit, search.named, bookingDay)) return false
  if (isCrowded(fit, payments.length, search, hasEqualAmounts, isMandated)) return false
  if (isRemainder(fit, payments.length, search, hasEqualAmounts)) return false
  const needed =
    minEvidence[search.certainty] +
    (rareCadences.has(fit.schedule.cadence) ? rareEvidence * (Number(!hasEqualAmounts) + Number(!isMandated)) : 0) -
    (search.isOneOfSeveral ? severalEvidence : 0)
  return fit.evidence + furtherEvidence(hasEqualAmounts, variation(payments), isMandated) >= needed
}
