import fc from 'fast-check'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { plainDate } from '../../../lib/base/codec/calendar.js'
import { id } from '../../../lib/base/codec/id.js'
import { list } from '../../../lib/base/codec/list.js'
import { finite } from '../../../lib/base/codec/numbers.js'
import { object } from '../../../lib/base/codec/object.js'
import { record } from '../../../lib/base/codec/record.js'
import { timestamp } from '../../../lib/base/codec/timestamp.js'
import { uuid } from '../../../lib/base/codec/uuid.js'

/** How a codec is made: by the library, or as io-ts would have it, one value after the other. */
export interface Maker {
  readonly record: (name: string, required: t.Props, optional: t.Props) => t.Mixed
  readonly list: (element: t.Mixed) => t.Mixed
  /** Called with every value that a codec of somebody else's is asked about, and where. */
  readonly hear: (said: unknown) => void
}

export const library = (hear: Maker['hear']): Maker => ({ record, list, hear })

const field = (u: object, key: string): unknown => Object.getOwnPropertyDescriptor(u, key)?.value

/** The contract of `record` and `list`, written once more for nothing but to be read. */
export const reference = (hear: Maker['hear']): Maker => ({
  hear,
  list: (element) =>
    new t.Type<unknown>(
      `list of ${element.name}`,
      Array.isArray,
      (u, context) => {
        if (!Array.isArray(u)) return t.failure(u, context)
        const lefts: Array<t.Errors> = []
        const rights: Array<unknown> = []
        for (const [i, value] of (u as ReadonlyArray<unknown>).entries()) {
          const result = element.validate(value, t.appendContext(context, String(i), element, value))
          if (isLeft(result)) lefts.push(result.left)
          else rights.push(result.right)
          if (lefts.length === 10) break
        }
        return lefts.length > 0 ? t.failures(lefts.flat()) : t.success(rights)
      },
      t.identity,
    ),
  record: (name, required, optional) =>
    new t.Type<unknown>(
      name,
      object.is,
      (u, context) => {
        if (!object.is(u)) return t.failure(u, context)
        const results = [...Object.entries(required), ...Object.entries(optional)].flatMap(([key, codec], i) => {
          const value = field(u, key)
          if (i >= Object.keys(required).length && (value ?? null) === null) return []
          return [{ key, value, result: codec.validate(value, t.appendContext(context, key, codec, value)) }]
        })
        const errors = results.flatMap(({ result }) => (isLeft(result) ? result.left : []))
        if (errors.length > 0) return t.failures(errors)
        const changed = results.flatMap(({ key, value, result }) =>
          isLeft(result) || result.right === value ? [] : [[key, result.right] as const],
        )
        if (changed.length === 0) return t.success(u)
        const copy = { ...u }
        for (const [key, value] of changed) copy[key] = value
        return t.success(copy)
      },
      t.identity,
    ),
})

/** A codec, before it is known who makes it. */
export type Plan = (maker: Maker) => t.Mixed

/** A plan, and what the wire may carry for it. */
export interface Planned {
  readonly plan: Plan
  readonly values: fc.Arbitrary<unknown>
}

const moments = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString())

const leaves: ReadonlyArray<readonly [t.Mixed, fc.Arbitrary<unknown>]> = [
  [t.string, fc.string()],
  [t.boolean, fc.boolean()],
  [t.number, fc.oneof(fc.integer(), fc.constantFrom(-0, NaN, Infinity))],
  [t.unknown, fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(NaN, undefined))],
  [finite, fc.double({ noNaN: true, noDefaultInfinity: true })],
  [id, fc.oneof(fc.nat(), fc.nat().map(String), fc.constant(-0))],
  [timestamp, moments],
  [plainDate, moments.map((text) => text.slice(0, 10))],
  [uuid, fc.uuid()],
  [object, fc.dictionary(fc.string(), fc.nat(), { maxKeys: 2 })],
  [t.null, fc.constant(null)],
  [t.literal('word'), fc.constant('word')],
]

/** Tells what it is asked, and what stands around that. */
const overheard = (inner: t.Mixed, { hear }: Maker): t.Mixed =>
  new t.Type<unknown>(
    'overheard',
    inner.is,
    (u, context) => {
      hear([u, context.map(({ key, actual }) => [key, actual])])
      return inner.validate(u, context)
    },
    t.identity,
  )

/** As io-ts-types does it: another codec with the tag, and all else, of the first. */
const cloned = (codec: t.Mixed, validate: t.Validate<unknown, unknown>): t.Mixed =>
  Object.assign(Object.create(Object.getPrototypeOf(codec) as object) as t.Mixed, codec, {
    validate,
    decode: (u: unknown) => validate(u, [{ key: '', type: codec, actual: u }]),
  })

const foreign: ReadonlyArray<(inner: t.Mixed, maker: Maker) => t.Mixed> = [
  overheard,
  (inner) => t.union([inner, t.null]),
  (inner) => t.readonly(inner),
  (inner) => t.array(inner),
  (inner) => t.type({ a: inner }),
  (inner) => t.partial({ a: inner, b: inner }),
  (inner) => t.intersection([inner, t.unknown]),
  (inner) => inner.pipe(t.unknown),
  // Of a codec of its own, for this names it.
  (inner) => t.recursion('again', () => inner.pipe(t.unknown)),
  (inner) => new t.RefinementType('some', inner.is, inner.validate, inner.encode, inner, (u) => u !== ''),
  (inner) => cloned(inner, (u, context) => t.success(isLeft(inner.validate(u, context)) ? 'instead' : u)),
  (inner) =>
    cloned(inner, (u, context) => {
      const result = inner.validate(u, context)
      return isLeft(result) ? t.failure(u, context, `${String(result.left.length)} wrong`) : result
    }),
  (inner) => cloned(inner, (u) => right(u === undefined ? 'missing' : u)),
]

const keys = fc.constantFrom('a', 'b', 'c', 'id', '', '0', '__proto__', 'constructor', 'toString', 'length')

/** What is nowhere expected, or only by few. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    undefined,
    NaN,
    -0,
    1e300,
    'x',
    '007',
    '2021-02-29',
    new Date(0),
    new Map(),
    Symbol.iterator,
  ),
  fc.constant(Object.create({ a: 1, id: 7, b: 'inherited' })),
  fc.constant(Object.create(null)),
  fc.constant(Object.defineProperty({ b: 1 }, 'a', { value: 7 })),
  fc.constant({ [Symbol.toStringTag]: 'Array', id: 7 }),
  // A hole is read as undefined.
  fc.constant(Object.assign(new Array<number>(3), { 0: 1, 2: 3 })),
)

const mostly = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: values }, { weight: 1, arbitrary: anything })

const props = (planned: ReadonlyArray<readonly [string, Planned]>, maker: Maker): t.Props =>
  Object.fromEntries(planned.map(([key, { plan }]) => [key, plan(maker)]))

const entries = (fields: ReadonlyArray<readonly [string, Planned]>): fc.Arbitrary<Array<[string, unknown]>> =>
  fc.tuple(...fields.map(([key, { values }]) => fc.tuple(fc.constant(key), mostly(values))))

const shuffled = (all: ReadonlyArray<[string, unknown]>): fc.Arbitrary<unknown> =>
  fc.shuffledSubarray([...all], { minLength: Math.max(0, all.length - 1) }).map((chosen) => Object.fromEntries(chosen))

const records = (
  required: ReadonlyArray<readonly [string, Planned]>,
  optional: ReadonlyArray<readonly [string, Planned]>,
): Planned => ({
  plan: (maker) => maker.record('record', props(required, maker), props(optional, maker)),
  values: fc
    .tuple(entries(optional), entries(required), fc.array(fc.tuple(keys, fc.nat()), { maxLength: 2 }))
    .chain(([some, all, more]) => shuffled([...more, ...some, ...all])),
})

const { codec } = fc.letrec<{ codec: Planned }>((tie) => ({
  codec: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...leaves).map(([leaf, values]): Planned => ({ plan: () => leaf, values })),
    fc.tuple(fields(tie('codec')), fields(tie('codec'))).map(([required, optional]) => records(required, optional)),
    fc.tuple(fields(tie('codec')), fields(tie('codec'))).map(([required, optional]) => records(required, optional)),
    tie('codec').map(({ plan, values }): Planned => ({
      plan: (maker) => maker.list(plan(maker)),
      values: fc.array(mostly(values), { maxLength: 14, size: 'max' }),
    })),
    fc.tuple(tie('codec'), fc.constantFrom(...foreign)).map(([{ plan, values }, make]): Planned => ({
      plan: (maker) => make(plan(maker), maker),
      values: fc.oneof(values, fc.array(values, { maxLength: 2 }), fc.record({ a: values }), fc.constant(null)),
    })),
  ),
}))

function fields(of: fc.Arbitrary<Planned>): fc.Arbitrary<ReadonlyArray<readonly [string, Planned]>> {
  return fc.array(fc.tuple(keys, of), { maxLength: 4 })
}

/** A plan of a codec with values that are near to what it takes. */
export const plannedWithValues = codec.chain(({ plan, values }) =>
  fc.record({ plan: fc.constant(plan), values: fc.array(mostly(values), { minLength: 1, maxLength: 4 }) }),
)
