import type { MentionKind } from './createReference.js'
import type { OpenExpected, OpenPayment } from './OpenPayment.js'
import type { PaymentDoubt, PaymentReason } from './PaymentMatch.js'
import type { PaymentRule } from './PaymentRule.js'
import { isInWindow } from './settleInOrder.js'

/** How the text of a payment has the reference of an expected payment. */
export const mentionOf = <E>({ reference }: OpenExpected<E>, { mentions }: OpenPayment): MentionKind | undefined =>
  reference && mentions.kinds.get(reference.key)

/**
 * Whether the reference in a text is enough evidence besides the amount. A number of few digits needs the name of the
 * payer, a reference that is not clear needs a day in the window, and its letters or the name.
 */
const isMentioned = <E>(rule: PaymentRule, expected: OpenExpected<E>, payment: OpenPayment): boolean => {
  const { reference, nameKey } = expected
  switch (mentionOf(expected, payment)) {
    case 'complete':
      return true
    case 'number':
      return reference?.isClearNumber === true || payment.names.has(nameKey)
    case 'short':
      return isInWindow(rule, expected, payment) && (reference?.hasLetters === true || payment.names.has(nameKey))
    case undefined:
      return false
  }
}

/** Whether a text names no month, or the month in which an expected payment is due. */
export const fitsMonth = <E>({ month }: OpenExpected<E>, { months }: OpenPayment): boolean =>
  months.size === 0 || months.has(month)

/** What speaks against an expected payment, besides the amount. */
export const doubtsOf = <E>(
  rule: PaymentRule,
  expected: OpenExpected<E>,
  payment: OpenPayment,
): ReadonlyArray<PaymentDoubt> => {
  const { reference, nameKey, isShared } = expected
  const { mentions, names } = payment
  const isFound = isMentioned(rule, expected, payment)
  const kind = mentionOf(expected, payment)
  const hasOther = mentions.hasOtherForm || (reference !== undefined && mentions.hasOther(reference))
  const hasOtherNumber = reference !== undefined && mentions.hasOtherNumber(reference)
  const isOwnNumber = !isShared && (kind === 'complete' || kind === 'number')
  const isOther =
    kind === undefined ? mentions.kinds.size > 0 || hasOther || hasOtherNumber : kind === 'number' && hasOther
  const doubts: Array<PaymentDoubt> = []
  if (isOther || (!isOwnNumber && !fitsMonth(expected, payment))) doubts.push('reference')
  const isNamed = names.has(nameKey)
  if (names.size > Number(isNamed) && (!isFound || (nameKey !== '' && !isNamed))) doubts.push('name')
  const rank = isFound ? 2 : Number(names.has(nameKey))
  const isWeak = kind !== undefined && !isFound
  if (isWeak || rank < ['amount', 'name', 'reference'].indexOf(rule.evidence)) doubts.push('evidence')
  return doubts
}

/** The reasons for which a payment may pay an expected one. */
export const reasonsOf = <E>(
  { outstanding, reference, nameKey }: OpenExpected<E>,
  { entry, mentions, names }: OpenPayment,
): ReadonlyArray<PaymentReason> => {
  const why: Array<PaymentReason> = []
  const isAmountEqual = entry.minorUnits === outstanding
  const hasReference = reference !== undefined && mentions.kinds.has(reference.key)
  if (isAmountEqual) why.push('amount')
  if (hasReference) why.push('reference')
  else if (reference && isAmountEqual && mentions.isShortened(reference)) why.push('similar')
  if (names.has(nameKey)) why.push('name')
  return why
}
