import type { Fit } from './fitSchedule.js'
import type { Payment } from './Payment.js'
import { cadences } from './Schedule.js'
import { sameShare, variation } from './Series.js'

/** How sure it has to be that payments are a series: first those that are beyond doubt are taken, then others. */
export type Certainty = 'certain' | 'likely'

const minEvidence: Readonly<Record<Certainty, number>> = { certain: 14, likely: 6 }

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
    // A shop is visited on the same day of the week, but the sums differ.
    (unit === 'week' && !isEqual && varied > 0.03 && !isIncome) ||
    (cadence === 'yearly' && varied > 0.25) ||
    (payments.length === 2 && (fit.missed > 0 || (isMandated ? varied > 0.12 : !isEqual)))
  )
}

/** Whether too many payments with the same name are not on the schedule, so that those on it may be there by chance. */
const isCrowded = (fit: Fit, size: number, search: Search, isEqual: boolean, isMandated: boolean): boolean => {
  const isByWeek = cadences[fit.schedule.cadence].unit === 'week'
  const maxOthers = isByWeek ? 0.4 : isMandated || isEqual ? 2.5 : 0.3
  return (
    fit.others > size * maxOthers || (search.certainty === 'likely' && !isMandated && search.unexplained > size * 0.5)
  )
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
  return fit.evidence + furtherEvidence(isEqual, variation(payments), isMandated) >= minEvidence[search.certainty]
}
