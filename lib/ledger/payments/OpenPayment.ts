import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { DatedRow } from '../transfers/OpenRow.js'
import { createReference, type Mentions, type Reference } from './createReference.js'
import type { ExactExpected, ExpectedPayment } from './ExpectedPayment.js'
import { payerKey } from './payerName.js'
import { type PaymentText, toPaymentText } from './PaymentText.js'

/** A payment, and what its texts say about the expected payments. */
export interface OpenPayment extends DatedRow {
  readonly mentions: Mentions
  /** The keys of the payers whose name is in a text. */
  readonly names: ReadonlySet<string>
}

export const toOpenPayment = (
  entry: LedgerEntry,
  findReferences: (text: PaymentText) => Mentions,
  findNames: (text: PaymentText) => ReadonlySet<string>,
): OpenPayment => {
  const text = toPaymentText(entry.text, entry.bankText)
  return { entry, day: daysSinceEpoch(entry.date), mentions: findReferences(text), names: findNames(text) }
}

/** An expected payment, and what is still outstanding. As a row it is a debit of no account. */
export interface OpenExpected<E> extends DatedRow {
  readonly expected: E
  readonly outstanding: bigint
  readonly reference: Reference | undefined
  /** The same for the same name of a payer; empty without one. */
  readonly nameKey: string
}

export const toOpenExpected = <E extends ExpectedPayment>({
  expected,
  minorUnits,
}: ExactExpected<E>): OpenExpected<E> => {
  const { id, currency_code: currency, date, reference, name } = expected
  return {
    entry: {
      id: String(id),
      account: '',
      minorUnits: -minorUnits,
      currency,
      date,
      isPending: false,
      text: '',
      bankText: '',
    },
    day: daysSinceEpoch(date),
    expected,
    outstanding: minorUnits,
    reference: createReference(reference ?? ''),
    nameKey: payerKey(name ?? ''),
  }
}
