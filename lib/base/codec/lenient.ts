import * as t from 'io-ts'
import { pathsOf, withPaths } from './paths.js'
import type { Fields } from './RecordOf.js'

/** The codec of an optional field that a record leaves out if its value is wrong. By itself it is as strict as its `type`. */
export class LenientType<A, O> extends t.Type<A, O> {
  // Whoever asks what a codec knows looks behind this one, as behind a refinement of io-ts.
  readonly _tag = 'RefinementType'
  readonly isLenient = true

  constructor(readonly type: t.Type<A, O>) {
    const { fast, plain } = pathsOf(type)
    const validate = (u: unknown, context: t.Context) => plain(u, context) as t.Validation<A>
    super(type.name, type.is, validate, type.encode)
    withPaths(this, { fast, plain: validate })
  }
}

/**
 * Optional fields for a `record` that must not cost the whole record: where the value of one is wrong, the decoded record
 * lacks that field. A client reports it as a `FieldDiffers` event; {@link decode} alone reports nothing.
 *
 * Use it for what you can do without, such as a description. A field that decides what a sum is, such as an amount, a
 * currency or whether the row was removed, is better refused: list it without `lenient`.
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
