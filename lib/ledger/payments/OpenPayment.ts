import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import type { DatedRow } from '../transfers/OpenRow.js'
import { createReference, type Mentions, type Reference } from './createReference.js'
import type { ExactExpected, ExpectedPayment } from './ExpectedPayment.js'
import { monthOf, namedMonths } from './namedMonths.js'
import { payerKey, toWord } from './payerName.js'
import { type PaymentText, toPaymentText } from './PaymentText.js'

/** A payment, and what its texts say about the expected payments. */
export interface OpenPayment extends DatedRow {
  readonly mentions: Mentions
  /** The keys of the payers whose name is in a text. */
  readonly names: ReadonlySet<string>
  /** The months that a text names, outside of references and names. */
  readonly months: ReadonlySet<number>
}

export const toOpenPayment = (
  entry: LedgerEntry,
  findReferences: (text: PaymentText) => Mentions,
  findNames: (text: PaymentText) => ReadonlySet<string>,
): OpenPayment => {
  const text = toPaymentText(entry.text, entry.bankText)
  const [mentions, names] = [findReferences(text), findNames(text)]
  const nameWords = new Set(Array.from(names).flatMap((name) => name.split(' ')))
  const rest = mentions.rest.filter((run) => !nameWords.has(toWord(run)))
  return { entry, day: daysSinceEpoch(entry.date), mentions, names, months: namedMonths(rest, entry.date) }
}

/** An expected payment, and what is still outstanding. As a row it is a debit of no account. */
export interface OpenExpected<E> extends DatedRow {
  readonly expected: E
  readonly outstanding: bigint
  readonly reference: Reference | undefined
  /** The same for the same name of a payer; empty without one. */
  readonly nameKey: string
  /** The month in which it is due. */
  readonly month: number
  /** Whether other expected payments have the same reference. */
  readonly isShared: boolean
}

const toRow = <E extends ExpectedPayment>({ expected, minorUnits }: ExactExpected<E>): OpenExpected<E> => {
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
    month: monthOf(date),
    isShared: false,
  }
}

export const toOpenExpected = <E extends ExpectedPayment>(
  expected: ReadonlyArray<ExactExpected<E>>,
): ReadonlyArray<OpenExpected<E>> => {
  const rows = expected.map(toRow)
  const [keys, sharedKeys] = [new Set<string>(), new Set<string>()]
  for (const { reference } of rows) if (reference) (keys.has(reference.key) ? sharedKeys : keys).add(reference.key)
  return rows.map((row) => ({ ...row, isShared: row.reference !== undefined && sharedKeys.has(row.reference.key) }))
}
