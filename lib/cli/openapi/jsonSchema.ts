import * as t from 'io-ts'
import { finite, id, object, plainDate, timestamp, uuid } from '../../codec.js'

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The structure of a codec: those of io-ts and of `record` have properties that describe it. */
interface Shape {
  readonly name: string
  readonly _tag?: string
  readonly required?: t.Props
  readonly optional?: t.Props
  readonly props?: t.Props
  readonly type?: t.Mixed
  readonly types?: ReadonlyArray<t.Mixed>
  readonly codomain?: t.Mixed
  readonly value?: unknown
  readonly keys?: object
  readonly isAssumed?: boolean
}

const scalarSchemas: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [id, { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
  [timestamp, { type: 'string', format: 'date-time' }],
  [plainDate, { type: 'string', format: 'date' }],
  [uuid, { type: 'string', format: 'uuid' }],
  [finite, { type: 'number' }],
  [object, { type: 'object' }],
  [t.string, { type: 'string' }],
  [t.boolean, { type: 'boolean' }],
  [t.number, { type: 'number' }],
  [t.null, { type: 'null' }],
  [t.unknown, {}],
])

const assumption = 'The type is assumed; values of other types are kept unchanged.'

/** A schema that allows `null` as well. */
const nullable = (schema: JsonSchema): JsonSchema => {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

const toPascalCase = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase())

/** Collects the schemas of records by name; other schemas refer to them. */
export class Schemas {
  private readonly names = new Map<unknown, string>()
  readonly all: Record<string, JsonSchema> = {}

  /** The schema of the values that a codec decodes. If the structure of the codec is unknown, it has only a description. */
  schemaOf(codec: t.Mixed): JsonSchema {
    const scalar = scalarSchemas.get(codec)
    if (scalar) return scalar
    const shape: Shape = codec
    switch (shape._tag) {
      case 'RecordType':
        return this.reference(shape, shape.required, shape.optional)
      case 'InterfaceType':
        return this.object(shape.props)
      case 'PartialType':
        return this.object({}, shape.props)
      case 'ArrayType':
      case 'ReadonlyArrayType':
        return { type: 'array', items: this.schemaOf(shape.type ?? t.unknown) }
      case 'UnionType':
        return { anyOf: (shape.types ?? []).map((member) => this.schemaOf(member)) }
      case 'IntersectionType':
        return { allOf: (shape.types ?? []).map((member) => this.schemaOf(member)) }
      case 'DictionaryType':
        return { type: 'object', additionalProperties: this.schemaOf(shape.codomain ?? t.unknown) }
      case 'LiteralType':
        return { const: shape.value }
      case 'KeyofType':
        return { enum: Object.keys(shape.keys ?? {}) }
      case 'RefinementType':
      case 'ReadonlyType':
        return {
          ...this.schemaOf(shape.type ?? t.unknown),
          ...(shape.isAssumed === true && { description: assumption }),
        }
      default:
        return { description: shape.name }
    }
  }

  private reference(shape: Shape, required?: t.Props, optional?: t.Props): JsonSchema {
    const known = this.names.get(shape)
    const name = known ?? this.uniqueName(toPascalCase(shape.name))
    if (known === undefined) {
      this.names.set(shape, name)
      this.all[name] = {}
      this.all[name] = this.object(required, optional)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  private uniqueName(name: string, number = 1): string {
    const candidate = number === 1 ? name : `${name}${String(number)}`
    return Object.hasOwn(this.all, candidate) ? this.uniqueName(name, number + 1) : candidate
  }

  /** The schema of an object. Further fields are allowed; optional fields may be missing or `null`. */
  private object(required: t.Props = {}, optional: t.Props = {}): JsonSchema {
    const fields = (props: t.Props, make: (codec: t.Mixed) => JsonSchema) =>
      Object.entries(props).map(([key, codec]) => [key, make(codec)] as const)
    return {
      type: 'object',
      ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
      properties: Object.fromEntries([
        ...fields(required, (codec) => this.schemaOf(codec)),
        ...fields(optional, (codec) => nullable(this.schemaOf(codec))),
      ]),
    }
  }
}
