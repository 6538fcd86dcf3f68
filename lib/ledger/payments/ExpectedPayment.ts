import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { record } from '../../base/codec/record.js'
import { decodeOptions, wrongOption } from '../../base/error/decodeOptions.js'
import { minorUnits } from '../../service/model/minorUnits.js'

/**
 * A payment that you expect, such as an invoice or a rent.
 *
 * - `id`: your own id, unique among the expected payments.
 * - `amount`: what is still to be paid, in units of the currency such as euros; a number, or a decimal as text.
 * - `date`: the day on which the payment is due, `YYYY-MM-DD`.
 * - `reference`: what the payer should write, such as the number of the invoice; several may share one.
 * - `name`: the name of the payer.
 */
export interface ExpectedPayment {
  readonly id: number | string
  readonly amount: number | string
  readonly currency_code: string
  readonly date: string
  readonly reference?: string | null | undefined
  readonly name?: string | null | undefined
}

/** Whether a value is an id: not `NaN` or another number that two rows would share. */
export const isId = (u: unknown): u is number | string => Number.isFinite(u) || (typeof u === 'string' && u !== '')

const id = /* @__PURE__ */ guardCodec('an id: a number or a string', isId)

const amount = /* @__PURE__ */ guardCodec(
  'an amount of more than 0: a number, or a decimal as text',
  (u): u is number | string => (typeof u === 'number' || typeof u === 'string') && Number(u) > 0,
)

const expectedPayments = /* @__PURE__ */ list(
  /* @__PURE__ */ record(
    'expected payment',
    { id, amount, currency_code: t.string, date: plainDate },
    { reference: t.string, name: t.string },
  ),
)

/** An expected payment, and its exact amount in the minor unit of its currency. */
export interface ExactExpected<E> {
  readonly expected: E
  readonly minorUnits: bigint
}

/** Checks the expected payments. Throws a `ConfigError` for wrong fields, inexact amounts, and an id that comes twice. */
export const checkExpected = <E extends ExpectedPayment>(
  expected: ReadonlyArray<E>,
): ReadonlyArray<ExactExpected<E>> => {
  decodeOptions(/* @__PURE__ */ record('arguments', { expected: expectedPayments }, {}), { expected })
  const ids = new Set<string>()
  return expected.map((payment, index) => {
    const path = `/expected/${String(index)}`
    const units = minorUnits(payment.amount, payment.currency_code)
    if (isLeft(units)) throw wrongOption(path + '/amount', 'an exact amount in a currency of ISO 4217')
    if (ids.has(String(payment.id))) throw wrongOption(path + '/id', 'an id that no other expected payment has')
    ids.add(String(payment.id))
    return { expected: payment, minorUnits: units.right }
  })
}
