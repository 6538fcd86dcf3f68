import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { AssumedType } from '../../../lib/base/codec/assumed.js'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { withMismatchListener } from '../../../lib/base/codec/issues.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { object } from '../../../lib/base/codec/object.js'
import { LenientType, RecordType } from '../../../lib/base/codec/record.js'
import type { Fields } from '../../../lib/base/codec/RecordOf.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { uuid } from '../../../lib/base/codec/uuid.js'
import { character, surrogate } from '../../helpers/text.js'

/** Any text, lone surrogates among it. */
export const text = fc.string({ unit: fc.oneof({ arbitrary: character, weight: 9 }, surrogate) })

const first = Date.UTC(-1, 12)
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Moments whose year has four digits. */
export const moment = fc.integer({ min: first, max: last }).map((ms) => new Date(ms))

/** JSON as a hostile service might send it. */
export const anyJson = fc.oneof(
  fc.jsonValue({ stringUnit: character }),
  fc
    .constantFrom('{"__proto__":{"id":1}}', '{"id":1e999}', '{"id":-0}', '{"constructor":1,"id":9007199254740993}')
    .map((json) => JSON.parse(json) as unknown),
)

const scalars = new Map<unknown, fc.Arbitrary<unknown>>([
  [t.string, text],
  [t.boolean, fc.boolean()],
  [t.unknown, fc.jsonValue()],
  [finite, fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)],
  [id, fc.maxSafeNat()],
  [uuid, fc.uuid()],
  [plainDate, moment.map((date) => date.toISOString().slice(0, 10))],
  [timestamp, moment.map((date) => date.toISOString())],
  [object, fc.dictionary(text, fc.jsonValue())],
])

const fieldsOf = (fields: Fields, isOptional: boolean): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, codec]) => [key, isOptional ? fc.option(wire(codec)) : wire(codec)]),
  )

/** What the wire carries for a codec, in the form in which the codec encodes it. */
export const wire = (codec: t.Mixed): fc.Arbitrary<unknown> => {
  const scalar = scalars.get(codec)
  if (scalar !== undefined) return scalar
  const { _tag, type } = codec as t.Mixed & { readonly _tag?: string; readonly type?: t.Mixed }
  if (_tag === 'RefinementType' && type !== undefined) return wire(type)
  if (codec instanceof t.UnionType) return fc.oneof(...(codec.types as Array<t.Mixed>).map(wire))
  if (codec instanceof t.ArrayType) return fc.array(wire(codec.type as t.Mixed), { maxLength: 3 })
  if (!(codec instanceof RecordType)) throw new TypeError(`no arbitrary for ${codec.name}`)
  const { required, optional } = codec as RecordType<Fields, Fields>
  const known = { ...fieldsOf(required, false), ...fieldsOf(optional, true) }
  const unknown = fc.dictionary(
    fc.string().map((key) => `x-${key}`),
    fc.jsonValue(),
    { maxKeys: 2 },
  )
  return fc
    .tuple(unknown, fc.record(known, { requiredKeys: Object.keys(required) }))
    .map(([more, fields]) => ({ ...more, ...fields }))
}

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** Decodes any JSON to Left or Right, changes none of it, and gives only what `is` knows. */
export const isTotal = (codec: t.Mixed, inputs: fc.Arbitrary<unknown> = anyJson): void => {
  fc.assert(
    fc.property(inputs, (input) => {
      const decoded = codec.decode(frozen(input))
      return isRight(decoded) ? codec.is(decoded.right) : decoded.left.length > 0
    }),
  )
}

/** What the wire carries is decoded, encodes to itself, and decodes to the same again. */
export const roundTrips = (codec: t.Mixed, inputs: fc.Arbitrary<unknown> = wire(codec)): void => {
  fc.assert(
    fc.property(inputs, (input) => {
      const decoded = codec.decode(frozen(input))
      if (!isRight(decoded)) throw new Error(`refused ${JSON.stringify(input)}`)
      const value: unknown = decoded.right
      expect(codec.is(value)).toBe(true)
      expect(codec.encode(frozen(value))).toStrictEqual(input)
      expect(codec.decode(codec.encode(value))).toStrictEqual(decoded)
    }),
  )
}

const wrongFor = (codec: t.Mixed): unknown =>
  codec instanceof LenientType ? wrongFor(codec.type as t.Mixed) : codec instanceof t.ArrayType ? 1 : []

const readsAndTells = (codec: t.Mixed, row: object, read: object, path: string, expected: string): void => {
  const reported: Array<ReadonlyArray<string>> = []
  const decoded = withMismatchListener(
    (...differing) => reported.push(differing),
    () => decode(codec, row),
  )
  expect(decoded).toStrictEqual({ _tag: 'Right', right: read })
  expect(reported.filter(([where = '']) => where.endsWith(path))).toEqual([
    [expect.stringMatching(`${path}$`), expected],
  ])
}

/**
 * Each field, given a value of a wrong type, is refused by name; each required one also when it is missing. One whose type
 * is assumed keeps the value, a lenient one is left out, and both are told.
 */
export const refusesEachField = (
  codec: t.Mixed & { readonly required: Fields; readonly optional: Fields },
  valid: object,
): void => {
  for (const [key, field] of Object.entries<t.Mixed>({ ...codec.required, ...codec.optional })) {
    if (field === t.unknown) continue
    const issue = { path: `/${key}`, expected: field.name }
    const without = Object.entries(valid).filter(([name]) => name !== key)
    const read = decode(codec as t.Type<object, unknown>, Object.fromEntries(without))
    if (field instanceof AssumedType) {
      if (!isRight(read)) throw new Error('refused without the field')
      const wrong = wrongFor(field.type as t.Mixed)
      readsAndTells(codec, { ...valid, [key]: wrong }, { ...read.right, [key]: wrong }, `/${key}`, field.name)
      continue
    }
    if (field instanceof LenientType) {
      if (!isRight(read)) throw new Error('refused without the field')
      readsAndTells(codec, { ...valid, [key]: wrongFor(field) }, read.right, `/${key}`, field.name)
      continue
    }
    expect(decode(codec, { ...valid, [key]: wrongFor(field) })).toStrictEqual({ _tag: 'Left', left: [issue] })
    const bare: unknown = { ...valid, [key]: null }
    if (key in codec.required) expect(decode(codec, bare)).toStrictEqual({ _tag: 'Left', left: [issue] })
    else expect(isRight(decode(codec, bare))).toBe(true)
  }
}
