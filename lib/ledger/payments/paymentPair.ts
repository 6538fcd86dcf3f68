import type { RowPair } from '../transfers/settlePairs.js'
import { joinIds } from '../transfers/Transfer.js'
import type { OpenExpected, OpenPayment } from './OpenPayment.js'
import { hasPartOf } from './payerName.js'
import type { PaymentDoubt, PaymentReason } from './PaymentMatch.js'
import type { PaymentRule } from './PaymentRule.js'

/** A payment or an expected payment. */
export type PaymentRow<E> = OpenPayment | OpenExpected<E>

/** A payment that may pay an expected payment. `from` is the expected payment, and `to` the row that pays it. */
export type PaymentPair<E> = RowPair<PaymentRow<E>, PaymentReason, PaymentDoubt>

/** What the texts of a payment say about all expected payments. */
export interface PaymentMentions<E> {
  /** The expected payments of its currency whose complete reference is in a text. */
  readonly byReference: ReadonlyArray<OpenExpected<E>>
  /** The ids of these. */
  readonly ids: ReadonlySet<string>
  /** Whether a text has something in the form of a reference of an expected payment. */
  readonly hasReference: boolean
  /** The keys of the payers whose full name is in a text. */
  readonly names: ReadonlySet<string>
}

/** A payment within these days of the due date is stronger evidence than one at another time. */
const maxNearDaysEarly = 3
const maxNearDaysLate = 10

export const isInWindow = (
  { maxDaysEarly, maxDaysLate }: Pick<PaymentRule, 'maxDaysEarly' | 'maxDaysLate'>,
  expected: { readonly day: number },
  payment: { readonly day: number },
): boolean => {
  const daysLate = payment.day - expected.day
  return daysLate >= -maxDaysEarly && daysLate <= maxDaysLate
}

const ranks = { amount: 0, name: 1, reference: 2 }

/** The pair of a payment and an expected payment; `undefined` if nothing indicates that they belong together. */
export const paymentPair = <E>(
  rule: PaymentRule,
  { ids, hasReference, names }: PaymentMentions<E>,
  expected: OpenExpected<E>,
  payment: OpenPayment,
): PaymentPair<E> | undefined => {
  const isReferenceEqual = ids.has(expected.entry.id)
  const isNameEqual = names.has(expected.nameKey)
  const isAmountEqual = payment.entry.minorUnits === expected.outstanding
  if (!isAmountEqual && !isReferenceEqual && !isNameEqual) return undefined
  const isSameCurrency = expected.entry.currency === payment.entry.currency
  if (!isSameCurrency || (!isReferenceEqual && !isInWindow(rule, expected, payment))) return undefined
  const isSimilar = !isReferenceEqual && isAmountEqual && expected.reference?.isSimilarIn(payment.text) === true

  const doubts: Array<PaymentDoubt> = []
  if (!isAmountEqual) doubts.push('amount')
  if (!isReferenceEqual && (ids.size > 0 || (hasReference && !isSimilar))) doubts.push('reference')
  if (!isReferenceEqual && !isNameEqual && names.size > 0) doubts.push('name')
  const evidence = isReferenceEqual || isSimilar ? 'reference' : isNameEqual ? 'name' : 'amount'
  if (ranks[evidence] < ranks[rule.evidence]) doubts.push('evidence')

  const why: Array<PaymentReason> = []
  if (isAmountEqual) why.push('amount')
  if (isReferenceEqual) why.push('reference')
  if (isSimilar) why.push('similar')
  if (isNameEqual) why.push('name')
  const nameRank = isNameEqual ? 2 : Number(hasPartOf(expected.name, payment.words))
  const rank = 3 * (isReferenceEqual ? 2 : Number(isSimilar)) + nameRank
  const isNear = isInWindow({ maxDaysEarly: maxNearDaysEarly, maxDaysLate: maxNearDaysLate }, expected, payment)
  return {
    id: joinIds(payment.entry.id, expected.entry.id),
    from: expected,
    to: payment,
    strength: doubts.length > 0 ? -1 : 2 * rank + Number(isNear),
    why,
    doubts,
  }
}
