import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodersOf, withDecoders } from './decode.js'
import { fastRecord, type Field } from './fastRecord.js'
import { fieldPath, reportMismatch } from './issues.js'
import { object } from './object.js'
import type { Fields, OptionalCodecs, RecordCodec, RecordOf, RecordOutput, RequiredCodecs } from './RecordOf.js'

/**
 * The codec of an optional field that a record omits if its value is wrong. On its own, it is as strict as its `type`.
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
 * Optional fields of a `record` whose wrong values do not make the record invalid: the decoded record lacks the field.
 * A client reports it as a `FieldMismatch` event; {@link decode} alone reports nothing.
 *
 * Use it for fields that you can do without, such as a description. List a field that sums depend on (an amount, a
 * currency, whether the row was removed) without `lenient`, so that a wrong value is an error.
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

/** The codec of a record; its fields can be spread into another {@link record}. */
export class RecordType<R extends Fields, O extends Fields> extends t.Type<RecordOf<R, O>, RecordOutput<R, O>> {
  readonly _tag = 'RecordType'

  constructor(
    name: string,
    readonly required: R,
    readonly optional: O,
  ) {
    const fields = [...fieldsOf(required, {}), ...fieldsOf(optional, required, true)]
    const slowFields = fields.filter(
      ({ key, isOptional, decoders }) => !decoders.fast || (isOptional && Object.hasOwn(required, key)),
    )
    const fast = fastRecord(fields.filter((field) => !slowFields.includes(field)))
    const validate = validateRecord<RecordOf<R, O>>(fields)
    const validateSlowFields = validateRecord<RecordOf<R, O>>(slowFields)
    super(
      name,
      isRecord(fields) as t.Is<RecordOf<R, O>>,
      (u, context) => {
        const decoded = fast(u, false)
        if (decoded === undefined) return validate(u, context)
        return slowFields.length === 0 ? t.success(decoded as RecordOf<R, O>) : validateSlowFields(u, context, decoded)
      },
      encodeRecord(fields),
    )
    withDecoders(this, { fast: slowFields.length === 0 ? fast : undefined, validate })
  }
}

const isLenient = (codec: t.Mixed & Partial<Pick<LenientType<unknown, unknown>, 'isLenient'>>): boolean =>
  codec.isLenient === true

/** The fields of a record. A field in `required` is not lenient. */
const fieldsOf = (fields: Fields, required: Fields, isOptional = false): ReadonlyArray<Field> =>
  Object.entries(fields).map(([key, codec]) => ({
    key,
    codec,
    isOptional,
    isLenient: isOptional && isLenient(codec) && !Object.hasOwn(required, key),
    decoders: decodersOf(codec),
  }))

type UnknownRecord = Readonly<Record<string, unknown>>

/** The value of a property that is not inherited. */
const ownValue = (u: UnknownRecord, key: string): unknown => (Object.hasOwn(u, key) ? u[key] : undefined)

const isAbsent = (field: Field, value: unknown): boolean => field.isOptional && (value === null || value === undefined)

const isRecord =
  (fields: ReadonlyArray<Field>) =>
  (u: unknown): boolean =>
    object.is(u) &&
    fields.every((field) => {
      const value = ownValue(u, field.key)
      return isAbsent(field, value) || field.codec.is(value)
    })

const validateRecord =
  <A>(fields: ReadonlyArray<Field>) =>
  (u: unknown, context: t.Context, initial = u): t.Validation<A> => {
    if (!object.is(u)) return t.failure(u, context)
    const errors: t.Errors = []
    let decoded = initial as Record<string, unknown>
    for (const field of fields) {
      const value = ownValue(u, field.key)
      if (isAbsent(field, value)) continue
      const fieldContext = t.appendContext(context, field.key, field.codec, value)
      const result = field.decoders.validate(value, fieldContext)
      if (isLeft(result) && field.isLenient) {
        reportMismatch(fieldPath(fieldContext), field.codec.name)
        if (decoded === u) decoded = { ...u }
        Reflect.deleteProperty(decoded, field.key)
      } else if (isLeft(result)) for (const error of result.left) errors.push(error)
      else if (result.right !== value) {
        if (decoded === u) decoded = { ...u }
        decoded[field.key] = result.right
      }
    }
    return errors.length > 0 ? t.failures(errors) : t.success(decoded as A)
  }

const encodeRecord = <A, B>(fields: ReadonlyArray<Field>): t.Encode<A, B> => {
  const encodedFields = fields.filter((field) => field.codec.encode !== t.identity)
  if (encodedFields.length === 0) return t.identity as t.Encode<unknown, B>
  return (a) => {
    const encoded: Record<string, unknown> = { ...(a as UnknownRecord) }
    for (const field of encodedFields) {
      const value = ownValue(encoded, field.key)
      if (!isAbsent(field, value)) encoded[field.key] = field.codec.encode(value) as unknown
    }
    return encoded as B
  }
}

/**
 * A JSON object with known fields, which are checked; other fields are preserved unchecked.
 *
 * A required field must be present and valid. An optional field may be missing or `null`; `null` is preserved. A value
 * of a wrong type is an error, except that a {@link lenient} field is omitted. The input is never changed: if a field
 * decodes to another value, the object is copied.
 *
 * The fields determine the type that the record decodes to. With an interface as its type argument, as in
 * `record<Payee>(…)`, the compiler requires a codec of the right type for each field of the interface.
 *
 * @example
 * import { id, record, timestamp } from 'rxbank/codec'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * const payee = record('Payee', { id }, { seen_at: timestamp })
 * const decoded = payee.decode({ id: '7', seen_at: null, nickname: 'not named above' })
 * assert.deepStrictEqual(decoded, right({ id: 7, seen_at: null, nickname: 'not named above' }))
 */
export const record: {
  /** The fields determine the type that the record decodes to. */
  <R extends Fields, O extends Fields>(name: string, required: R, optional: O): RecordType<R, O>
  /** The record decodes to the interface `A`: each of its fields needs a codec of the same type. */
  <A extends object>(name: string, required: RequiredCodecs<A>, optional: OptionalCodecs<A>): RecordCodec<A>
} = (name: string, required: Fields, optional: Fields) => new RecordType(name, required, optional) as never
