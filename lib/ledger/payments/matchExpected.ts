import { isSome } from 'fp-ts/lib/Option.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { object } from '../../base/codec/object.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { type LedgerEntry, type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { compareRows } from '../transfers/OpenRow.js'
import { createReferenceIndex } from './createReference.js'
import { checkExpected, type ExpectedPayment, isId } from './ExpectedPayment.js'
import { toOpenExpected, toOpenPayment } from './OpenPayment.js'
import { createNameIndex } from './payerName.js'
import { PaymentBook } from './PaymentBook.js'
import type { PaymentMatch, PaymentMatches } from './PaymentMatch.js'
import { type MatchExpectedConfig, type PaymentRule, paymentRule } from './PaymentRule.js'

const rowsCodec = /* @__PURE__ */ list(
  /* @__PURE__ */ guardCodec('a row with an id', (u): u is LedgerRow => object.is(u) && isId(u.id)),
)

/** The credits among rows, by the id. Of two rows with one id, the last one counts. */
const selectCredits = (rows: ReadonlyArray<LedgerRow>, { includePending }: PaymentRule): ReadonlyArray<LedgerEntry> => {
  const lastRows = new Map(rows.map((row) => [String(row.id), row]))
  return Array.from(lastRows.values(), toLedgerEntry)
    .flatMap((entry) => (isSome(entry) ? [entry.value] : []))
    .filter(({ minorUnits, isPending }) => minorUnits > 0n && (includePending || !isPending))
}

const byPayment = <E>(one: PaymentMatch<E>, other: PaymentMatch<E>): number =>
  one.payment.date < other.payment.date
    ? -1
    : Number(one.payment.date > other.payment.date) || (one.id < other.id ? -1 : Number(one.id > other.id))

/**
 * Finds which incoming payments pay which expected ones, such as invoices or rents.
 *
 * - A reference is clear if it has five characters or more without leading zeros, three digits or more, and is neither a
 *   year nor a month. With the complete reference in a text, its letters included, a payment may arrive on any day, and pay
 *   several expected payments, or a part of one.
 * - Spaces and punctuation may differ, and all leading zeros may be missing. The number alone also counts if it has six
 *   digits or the text has the payer's name; to pay a part, the text needs both. It does not count within a longer number, a
 *   date, an amount or an IBAN, or after the letters of another series. A short reference such as `Whg 3` needs its letters,
 *   the exact amount and the window.
 * - Without a reference, the amount has to be equal, the day in the window of `maxDaysEarly` and `maxDaysLate`, and a text
 *   has to have all words of the payer's name, next to each other. By the name, a payment may also pay several expected
 *   payments of one payer, if only these add up to its amount.
 * - A month in a text, such as `März` or `03/2026`, has to be the month of the due date, unless the reference is clear and of
 *   one expected payment alone. Of several with one clear reference, a payment far from all of them pays the oldest. A text
 *   with a short number of another reference, such as `RE 17`, is not matched by the name.
 * - What is less certain is a candidate, about which a person decides. If several payments of one payer and amount have the
 *   same evidence, the nearest due date counts, and then the order.
 * - A payment is in one match at most, and the matches never pay more than is expected.
 *
 * Of each text, the first 2,000 characters are read.
 *
 * Pass the open expected payments, and rows whose payments you have not assigned yet. Rows that are debits, pending,
 * removed, not shown to users, or without an account, a date or an exact amount are left out. The result does not depend
 * on the order of rows and expected payments; of two rows with the same id, the last one counts. Throws a `ConfigError`
 * for wrong rows, expected payments or options.
 *
 * @example
 * import { matchExpected } from 'rxbank/payments'
 *
 * const row = { id: 7, account_id: 1, amount: 1190, currency_code: 'EUR', date: '2026-03-06' }
 * const invoice = { id: 'a', amount: 1190, currency_code: 'EUR', date: '2026-03-01', reference: 'RE-2026-0017' }
 * const { matches, outstanding } = matchExpected([{ ...row, description: 'RG. 2026 17 MUELLER' }], [invoice])
 * assert.deepStrictEqual([matches.map(({ id, why }) => [id, why]), outstanding], [[['7~a', ['amount', 'reference']]], []])
 */
export const matchExpected = <E extends ExpectedPayment>(
  rows: ReadonlyArray<LedgerRow>,
  expected: ReadonlyArray<E>,
  config: MatchExpectedConfig = {},
): PaymentMatches<E> => {
  const rule = paymentRule(config)
  decodeOptions(/* @__PURE__ */ record('arguments', { rows: rowsCodec }, {}), { rows })
  const open = [...toOpenExpected(checkExpected(expected))].sort(compareRows)
  const findReferences = createReferenceIndex(open.flatMap(({ reference }) => reference ?? []))
  const findNames = createNameIndex(open.map(({ nameKey }) => nameKey))
  const payments = selectCredits(rows, rule)
    .map((entry) => toOpenPayment(entry, findReferences, findNames))
    .sort(compareRows)
  const book = new PaymentBook(rule, payments, open)
  book.settle()
  const candidates = [...book.candidates()].sort(byPayment)
  const candidateIds = new Set(candidates.map(({ payment }) => payment.id))
  return {
    matches: [...book.matches()].sort(byPayment),
    candidates,
    unmatched: book.unmatched().filter(({ id }) => !candidateIds.has(id)),
    outstanding: book.outstanding(),
  }
}
