import type { Fit } from './fitSchedule.js'
import type { Payment } from './Payment.js'
import { type Cadence, cadences } from './Schedule.js'
import { sameShare, variation } from './Series.js'

/** How sure it has to be that payments are a series: first those that are beyond doubt are taken, then others. */
export type Certainty = 'certain' | 'likely'

const minEvidence: Readonly<Record<Certainty, number>> = { certain: 14, likely: 6 }

/** Cadences of which there are few: payments of varying amounts need more evidence for them. */
const rareCadences = /* @__PURE__ */ new Set<Cadence>(['two-monthly', 'quarterly', 'half-yearly'])

/** How much more. */
const rareEvidence = 2

/** What is known of the payments among which a series was looked for. */
export interface Search {
  readonly certainty: Certainty
  /** How many payments with the same name are in no series. */
  readonly unexplained: number
  /** Whether other payments with the same name are a series beyond doubt. */
  readonly hasCertain: boolean
}

/** How much the amounts and the text add to the evidence of the days. */
const furtherEvidence = (isEqual: boolean, varied: number, isMandated: boolean): number => {
  const byAmount = isEqual ? 2 : varied < 0.06 ? 1 : varied > 0.6 ? -3 : varied > 0.3 ? -1 : 0
  return byAmount + (isMandated ? 1.5 : 0)
}

/** Whether the amounts are those of several yearly payments that take turns, such as two policies of one insurer. */
const isTakingTurns = ({ schedule }: Fit, payments: ReadonlyArray<Payment>): boolean => {
  const { unit, count } = cadences[schedule.cadence]
  const lag = 12 / count
  if (unit !== 'month' || count < 3 || lag < 2 || payments.length < lag + 2) return false
  const ofTurns = variation(payments, lag)
  return ofTurns < 0.09 && ofTurns < variation(payments) / 3
}

/** Up to this number, payments of varying amounts may not have a gap. */
const maxFew = 4

/** Whether the days and amounts of payments are too irregular for their cadence. */
const isIrregular = (fit: Fit, payments: ReadonlyArray<Payment>, isEqual: boolean, isMandated: boolean): boolean => {
  const { cadence } = fit.schedule
  const { unit, meanTolerance } = cadences[cadence]
  const isIncome = payments.every(({ entry }) => entry.minorUnits > 0n)
  const varied = variation(payments)
  const made = payments.length / (payments.length + fit.missed)
  return (
    fit.meanDaysOff > meanTolerance ||
    made < (isMandated ? 0.6 : 0.7) ||
    (!isEqual && payments.length <= maxFew && fit.missed > 0 && varied > 0.06) ||
    // A shop is visited on the same day of the week, but the sums differ.
    (unit === 'week' && !isEqual && varied > 0.03 && !isIncome) ||
    (cadence === 'yearly' && varied > 0.25) ||
    (payments.length === 2 && (fit.missed > 0 || (isMandated ? varied > 0.12 : !isEqual)))
  )
}

/** How many payments with the same name may be in no series, per payment of a series that is not beyond doubt. */
const maxUnexplainedOf = ({ schedule }: Fit, isEqual: boolean, isMandated: boolean): number => {
  if (isMandated && isEqual) return Infinity
  // An insurer may have several policies, each with a payment a year.
  return isMandated && schedule.cadence === 'yearly' ? 3 : 0.5
}

/** Whether too many payments with the same name are not on the schedule, so that those on it may be there by chance. */
const isCrowded = (fit: Fit, size: number, search: Search, isEqual: boolean, isMandated: boolean): boolean => {
  const isByWeek = cadences[fit.schedule.cadence].unit === 'week'
  const maxOthers = isByWeek ? 0.4 : isMandated || isEqual ? 2.5 : 0.3
  const maxUnexplained = maxUnexplainedOf(fit, isEqual, isMandated)
  return fit.others > size * maxOthers || (search.certainty === 'likely' && search.unexplained > size * maxUnexplained)
}

/** Whether payments are only those that a series of the same name left over. */
const isRemainder = (fit: Fit, size: number, { certainty, hasCertain }: Search, isEqual: boolean): boolean =>
  certainty === 'likely' &&
  hasCertain &&
  !isEqual &&
  fit.schedule.cadence !== 'yearly' &&
  (size < 6 || fit.missed > size * 0.25)

/** Whether payments that fit a schedule are a series, rather than on it by chance. */
export const isRecurring = (fit: Fit, search: Search): boolean => {
  const payments = Array.from(fit.matched.values())
  const isEqual = sameShare(payments) >= 0.6
  const isMandated = payments.every((payment) => payment.isMandated)
  if (isIrregular(fit, payments, isEqual, isMandated) || isTakingTurns(fit, payments)) return false
  if (isCrowded(fit, payments.length, search, isEqual, isMandated)) return false
  if (isRemainder(fit, payments.length, search, isEqual)) return false
  const needed = minEvidence[search.certainty] + (!isEqual && rareCadences.has(fit.schedule.cadence) ? rareEvidence : 0)
  return fit.evidence + furtherEvidence(isEqual, variation(payments), isMandated) >= needed
}
