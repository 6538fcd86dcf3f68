import type { LedgerEntry } from '../toLedgerEntry.js'

/**
 * Why a payment belongs to an expected one.
 *
 * - `amount`: the payment is exactly what was outstanding; `part`: it is less.
 * - `reference`: a text contains the reference; `similar`: a text contains the beginning or the end of it.
 * - `name`: a text contains the name of the payer.
 * - `order`: as many payments of one payer or reference arrived as were expected, so they are matched in the order of their
 *   days.
 */
export type PaymentReason = 'amount' | 'part' | 'reference' | 'similar' | 'name' | 'order'

/**
 * Why a person has to decide whether a payment belongs to an expected one.
 *
 * - `several`: there are `alternatives`.
 * - `amount`: the payment is not what is outstanding.
 * - `reference`: a text has another reference, of another expected payment or of the same form or series, or another month.
 * - `name`: a text has the name of another payer.
 * - `evidence`: there is less evidence than the option `evidence` requires.
 */
export type PaymentDoubt = 'several' | 'amount' | 'reference' | 'name' | 'evidence'

/** The part of a payment that pays one expected payment, in the minor unit of its currency. */
export interface PaymentAllocation<E> {
  readonly expected: E
  readonly minorUnits: bigint
}

/**
 * A payment, and the expected payments that it pays. These are several if somebody paid several invoices at once.
 *
 * - `id`: made of the ids, so that it is the same whenever these are matched.
 * - `payment`: the row of the account.
 * - `why`: the reasons.
 */
export interface PaymentMatch<E> {
  readonly id: string
  readonly payment: LedgerEntry
  readonly allocations: ReadonlyArray<PaymentAllocation<E>>
  readonly why: ReadonlyArray<PaymentReason>
}

/**
 * A payment, and an expected payment that it may pay. A person decides.
 *
 * - `doubts`: why they were not matched.
 * - `alternatives`: the ids of the other candidates with the same payment or the same expected payment.
 */
export interface PaymentCandidate<E> extends PaymentMatch<E> {
  readonly doubts: ReadonlyArray<PaymentDoubt>
  readonly alternatives: ReadonlyArray<string>
}

/**
 * What was found for payments and expected payments, each list sorted by date and id.
 *
 * - `matches`: each payment is in one match at most.
 * - `candidates`: questions for a person, only about payments without a match.
 * - `unmatched`: the payments that are in neither list.
 * - `outstanding`: the expected payments that the matches do not pay, or only in part, with the remaining amount.
 */
export interface PaymentMatches<E> {
  readonly matches: ReadonlyArray<PaymentMatch<E>>
  readonly candidates: ReadonlyArray<PaymentCandidate<E>>
  readonly unmatched: ReadonlyArray<LedgerEntry>
  readonly outstanding: ReadonlyArray<PaymentAllocation<E>>
}
