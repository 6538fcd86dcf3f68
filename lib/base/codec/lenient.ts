import * as t from 'io-ts'
import { decodersOf, withDecoders } from './decoders.js'
import type { Fields } from './RecordOf.js'

/**
 * The codec of an optional field that a record leaves out if its value is wrong. By itself it is as strict as its `type`.
 */
export class LenientType<A, O> extends t.Type<A, O> {
  // Functions that inspect codecs find the inner codec in `type`, as in a refinement of io-ts.
  readonly _tag = 'RefinementType'
  readonly isLenient = true

  constructor(readonly type: t.Type<A, O>) {
    const decoders = decodersOf(type)
    const validate = (u: unknown, context: t.Context) => decoders.validate(u, context) as t.Validation<A>
    super(type.name, type.is, validate, type.encode)
    withDecoders(this, { fast: decoders.fast, validate })
  }
}

/**
 * Optional fields of a `record` whose wrong values do not make the whole record invalid: the decoded record lacks such a
 * field. A client reports it as a `FieldMismatch` event; {@link decode} alone reports nothing.
 *
 * Use it for fields that you can do without, such as a description. List a field that sums depend on, such as an amount, a
 * currency or whether the row was removed, without `lenient`: a wrong value is then an error.
 *
 * @example
 * import { id, lenient, plainDate, record } from 'rxbank/codec'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * const row = record('row', { id }, lenient({ booking_date: plainDate }))
 * assert.deepStrictEqual(row.decode({ id: 7, booking_date: '0000-00-00' }), right({ id: 7 }))
 */
export const lenient = <F extends Fields>(
  fields: F,
): { readonly [K in keyof F]: t.Type<t.TypeOf<F[K]>, t.OutputOf<F[K]>> } =>
  // #sabotage: optional-field
  Object.fromEntries(Object.entries(fields).map(([key, codec]) => [key, new LenientType(codec)])) as never
