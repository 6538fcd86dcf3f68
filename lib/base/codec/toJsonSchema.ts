import * as t from 'io-ts'
import { plainDate } from './calendar.js'
import { id } from './id.js'
import { finite } from './numbers.js'
import { object } from './object.js'
import { RecordType } from './record.js'
import type { Fields } from './RecordOf.js'
import { timestamp } from './timestamp.js'
import { uuid } from './uuid.js'

/** A schema of https://json-schema.org, as an object. */
export type JsonSchema = Record<string, unknown>

/** The version of JSON Schema to convert to: `draft-2020-12` or `draft-07`. Others are refused. */
export interface JsonSchemaOptions {
  readonly target: string
}

/** Which of a codec's values a schema describes: those that it decodes, or those that it decodes to. */
type Side = 'input' | 'output'

const dialects: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['draft-2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ['draft-07', 'http://json-schema.org/draft-07/schema#'],
])

/** The schema of a codec that contains no other; `undefined` for other codecs. */
const leafSchema = (codec: t.Mixed, side: Side): JsonSchema | undefined => {
  switch (codec) {
    case t.string:
      return { type: 'string' }
    case t.boolean:
      return { type: 'boolean' }
    case t.number:
    case finite:
      return { type: 'number' }
    case t.null:
      return { type: 'null' }
    case id:
      return { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
    case plainDate:
      return { type: 'string', format: 'date' }
    case uuid:
      return { type: 'string', format: 'uuid' }
    case object:
      return { type: 'object' }
    case timestamp:
      if (side === 'output') throw new TypeError('JSON Schema cannot describe a Date')
      return { type: 'string', format: 'date-time' }
    default:
      return undefined
  }
}

/** What the codecs of io-ts, and the wrappers of fields, have in common. */
type Composite = t.Mixed & { readonly _tag?: string; readonly type?: t.Mixed; readonly value?: unknown } & {
  readonly types?: ReadonlyArray<t.Mixed>
}

const toSchema = (codec: Composite, side: Side): JsonSchema => {
  const leaf = leafSchema(codec, side)
  if (leaf !== undefined) return leaf
  if (codec instanceof RecordType) return recordSchema(codec as RecordType<Fields, Fields>, side)
  const { _tag, type, types, value, name } = codec
  if (_tag === 'LiteralType') return { const: value }
  if (_tag === 'UnionType' && types !== undefined) return { anyOf: types.map((one) => toSchema(one, side)) }
  if ((_tag === 'ArrayType' || _tag === 'ReadonlyArrayType') && type !== undefined)
    return { type: 'array', items: toSchema(type, side) }
  if (_tag === 'RefinementType' && type !== undefined) return toSchema(type, side)
  return { description: name }
}

/** An optional field may be `null`, and a record keeps its unknown fields. */
const recordSchema = ({ name, required, optional }: RecordType<Fields, Fields>, side: Side): JsonSchema => {
  const optionalSchemas = Object.entries(optional).map(([key, codec]) => [
    key,
    { anyOf: [toSchema(codec, side), { type: 'null' }] },
  ])
  const requiredSchemas = Object.entries(required).map(([key, codec]) => [key, toSchema(codec, side)])
  return {
    title: name,
    type: 'object',
    properties: Object.fromEntries([...optionalSchemas, ...requiredSchemas]) as JsonSchema,
    required: Object.keys(required),
  }
}

/**
 * Converts a codec to a JSON Schema of the values that it decodes, or that it decodes to. It describes records, lists,
 * unions, literals and the simple codecs; any other codec accepts any value, and has its name as the description.
 * Throws a `TypeError` for an unknown target, and for a `Date` in the output.
 */
export const toJsonSchema = (codec: t.Mixed, side: Side, { target }: JsonSchemaOptions): JsonSchema => {
  const dialect = dialects.get(target)
  if (dialect === undefined) throw new TypeError(`expected one of ${[...dialects.keys()].join(', ')} as the target`)
  return { $schema: dialect, ...toSchema(codec, side) }
}
