import { isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from './decode.js'
import type { Issue } from './issues.js'
import { type JsonSchema, type JsonSchemaOptions, toJsonSchema } from './toJsonSchema.js'

/** An issue that a schema reports: a message, and the path in the value. */
export interface StandardIssue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

/** The result of a validation: the value, or issues. */
export type StandardResult<A> =
  | { readonly value: A; readonly issues?: undefined }
  | { readonly issues: ReadonlyArray<StandardIssue> }

/**
 * A schema that any library can read: version 1 of https://standardschema.dev, which allows copies of its interface.
 * Zod, Valibot and ArkType create such schemas.
 */
export interface StandardSchema<I = unknown, A = I> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<A> | Promise<StandardResult<A>>
    readonly types?: { readonly input: I; readonly output: A } | undefined
  }
}

/** A decoder that only provides the name for issues. */
const nameOnlyCodec = (name: string): t.Decoder<unknown, unknown> => ({
  name,
  validate: t.failure,
  decode: (u) => t.failure(u, []),
})

const keyOf = (segment: NonNullable<StandardIssue['path']>[number]): string =>
  String(typeof segment === 'object' ? segment.key : segment)

/** The result of a schema; `undefined` if it is a Promise. */
const validateSync = <A>(schema: StandardSchema<unknown, A>, value: unknown): StandardResult<A> | undefined => {
  const result = schema['~standard'].validate(value)
  if (!('then' in result)) return result
  // A rejection would otherwise be unhandled.
  result.then(undefined, () => undefined)
  return undefined
}

/**
 * Creates a codec from a Standard Schema, such as one of Zod, Valibot or ArkType.
 *
 * The codec decodes to the result of the schema, and encodes values unchanged. Its issues have the schema's paths and
 * `name`. They do not contain the schema's messages, which may quote the value. If the schema returns a Promise, the
 * codec refuses every value.
 *
 * @example
 * import { decode, fromStandardSchema, type StandardSchema } from 'rxbank/codec'
 * import { left, right } from 'fp-ts/lib/Either.js'
 *
 * const even: StandardSchema<unknown, number> = {
 *   '~standard': {
 *     version: 1,
 *     vendor: 'example',
 *     validate: (u) => (typeof u === 'number' && u % 2 === 0 ? { value: u } : { issues: [{ message: `${u} is odd` }] }),
 *   },
 * }
 * const codec = fromStandardSchema('even number', even)
 * assert.deepStrictEqual([decode(codec, 2), decode(codec, 3)], [right(2), left([{ path: '', expected: 'even number' }])])
 */
export const fromStandardSchema = <A>(name: string, schema: StandardSchema<unknown, A>): t.Type<A, unknown> => {
  const expectedCodec = nameOnlyCodec(name)
  const synchronousCodec = nameOnlyCodec(`${name}, by a schema that returns no Promise`)

  return new t.Type<A, unknown>(
    name,
    (u): u is A => {
      try {
        const result = validateSync(schema, u)
        return result !== undefined && result.issues === undefined
      } catch {
        return false
      }
    },
    (u, context) => {
      const result = validateSync(schema, u)
      if (result === undefined)
        return t.failure(u, [...context.slice(0, -1), { key: '', ...context.at(-1), type: synchronousCodec }])
      if (result.issues === undefined) return t.success(result.value)
      if (result.issues.length === 0) return t.failure(u, context)
      return left(
        result.issues.map(({ path = [] }) => ({
          value: u,
          context: [...context, ...path.map((segment) => ({ key: keyOf(segment), type: expectedCodec }))],
        })),
      )
    },
    t.identity,
  )
}

const unescape = (key: string): string => key.replace(/~1/g, '/').replace(/~0/g, '~')

const standardIssue = ({ path, expected }: Issue): StandardIssue => ({
  message: `expected ${expected}`,
  path: path.split('/').slice(1).map(unescape),
})

/**
 * A Standard Schema made from a codec: it returns its result synchronously, never as a Promise. It is a Standard JSON
 * Schema, too: `input` returns the schema of what it decodes, `output` of what it decodes to.
 */
export interface CodecSchema<I, A> extends StandardSchema<I, A> {
  readonly '~standard': Omit<StandardSchema<I, A>['~standard'], 'validate'> & {
    readonly validate: (value: unknown) => StandardResult<A>
    readonly jsonSchema: {
      readonly input: (options: JsonSchemaOptions) => JsonSchema
      readonly output: (options: JsonSchemaOptions) => JsonSchema
    }
  }
}

/**
 * Converts a codec to a Standard Schema, for forms, routers and other libraries that validate with such schemas.
 *
 * The schema validates synchronously, never throws, and never changes its input. It has the issues of {@link decode},
 * ten at most: the path and what was expected there, but no value. The keys of a path are strings.
 *
 * It also has the JSON Schema of the codec, for documentation and agents, as `draft-2020-12` or `draft-07`. A lenient or
 * assumed field has the schema of its expected value, although the codec accepts others. A codec of
 * yours that it cannot describe has its name as the description; `output` throws a `TypeError` if there is a `Date`.
 *
 * @example
 * import { id, record, toStandardSchema } from 'rxbank/codec'
 *
 * const payee = toStandardSchema(record('payee', { id }, {}))
 * assert.deepStrictEqual(payee['~standard'].validate({ id: '7' }), { value: { id: 7 } })
 * assert.deepStrictEqual(payee['~standard'].validate({ id: 'x' }), { issues: [{ message: 'expected id', path: ['id'] }] })
 * const { title, required } = payee['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
 * assert.deepStrictEqual([title, required], ['payee', ['id']])
 */
export const toStandardSchema = <A, O, I>(codec: t.Type<A, O, I>): CodecSchema<O, A> => ({
  '~standard': {
    version: 1,
    vendor: 'rxbank',
    validate: (value) => {
      const decoded = decode(codec as t.Decoder<unknown, A>, value)
      return isLeft(decoded) ? { issues: decoded.left.map(standardIssue) } : { value: decoded.right }
    },
    jsonSchema: {
      input: (options) => toJsonSchema(codec as t.Mixed, 'input', options),
      output: (options) => toJsonSchema(codec as t.Mixed, 'output', options),
    },
  },
})
