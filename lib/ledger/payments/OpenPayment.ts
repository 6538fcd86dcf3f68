import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { DatedRow } from '../transfers/OpenRow.js'
import { createReference, type Reference, type ReferenceText, toReferenceText } from './createReference.js'
import type { ExactExpected, ExpectedPayment } from './ExpectedPayment.js'
import { nameWords, payerWords } from './payerName.js'

/** A payment with what its texts say. */
export interface OpenPayment extends DatedRow {
  readonly text: ReferenceText
  readonly words: ReadonlySet<string>
}

export const toOpenPayment = (entry: LedgerEntry): OpenPayment => ({
  entry,
  day: daysSinceEpoch(entry.date),
  text: toReferenceText(entry.text, entry.bankText),
  words: new Set([...nameWords(entry.text), ...nameWords(entry.bankText)]),
})

/**
 * An expected payment, with what is still outstanding. As a row it is a debit of an account of its own, which a payment
 * settles as the two halves of a transfer do.
 */
export interface OpenExpected<E> extends DatedRow {
  readonly expected: E
  readonly outstanding: bigint
  readonly reference: Reference | undefined
  /** The words of the payer's name; empty without a name. */
  readonly name: ReadonlySet<string>
  /** The same for the same name. */
  readonly nameKey: string
}

/** The account of expected payments. No row has it, because the ids of accounts are not empty. */
const expectedAccount = ''

export const toOpenExpected = <E extends ExpectedPayment>({
  expected,
  minorUnits,
}: ExactExpected<E>): OpenExpected<E> => {
  const { id, currency_code: currency, date, reference, name } = expected
  const payer = payerWords(name ?? '')
  return {
    entry: {
      id: String(id),
      account: expectedAccount,
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
    name: payer,
    nameKey: Array.from(payer).sort().join(' '),
  }
}

/** What is left of an expected payment when a part of it has been paid. */
export const withoutPart = <E>(row: OpenExpected<E>, part: bigint): OpenExpected<E> => ({
  ...row,
  entry: { ...row.entry, minorUnits: part - row.outstanding },
  outstanding: row.outstanding - part,
})
