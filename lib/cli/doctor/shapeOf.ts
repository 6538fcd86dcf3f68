import * as t from 'io-ts'
import type { RecordType } from '../../base/codec/record.js'
import type { Fields } from '../../base/codec/RecordOf.js'

/** The media types that reports name. */
const commonTypes = new Set([
  'application/hal+json',
  'application/javascript',
  'application/json',
  'application/octet-stream',
  'application/pdf',
  'application/problem+json',
  'application/vnd.api+json',
  'application/x-ndjson',
  'application/xml',
  'text/csv',
  'text/html',
  'text/plain',
  'text/xml',
])

/** The media type of a `Content-Type` header, if it is a common one; the parameters are left out. */
export const mediaType = (header: string | undefined): string => {
  if (header === undefined) return 'no type'
  const [type = ''] = header.toLowerCase().split(';')
  return commonTypes.has(type.trim()) ? type.trim() : 'another type'
}

/** How deep the fields of a codec are listed: one may contain itself. */
const maxDepth = 6

/** The names of all fields of a shape, at any depth. */
export const shapeFields = (shape: Shape, depth = 0): ReadonlyArray<string> => {
  if (depth > maxDepth) return []
  const own = Array.from(shape.fields ?? []).flatMap(([name, field]) => [
    name,
    ...shapeFields(field.shape(), depth + 1),
  ])
  return shape.element ? [...own, ...shapeFields(shape.element(), depth + 1)] : own
}

/** A field that a codec knows. */
export interface KnownField {
  readonly required: boolean
  readonly shape: () => Shape
}

/**
 * The structure that a codec describes: the fields of an object, or the elements of a list; empty for any other value.
 * `assumed` is the codec of a value whose type is assumed, so that a value of another type is kept unchanged.
 */
export interface Shape {
  readonly assumed?: t.Mixed
  readonly fields?: ReadonlyMap<string, KnownField>
  readonly element?: () => Shape
}

type Node = {
  readonly _tag?: string
  readonly type: t.Mixed
  readonly isAssumed?: boolean
  readonly types: ReadonlyArray<t.Mixed>
} & {
  readonly props: Fields
} & Pick<RecordType<Fields, Fields>, 'required' | 'optional'>

const fieldsOf = (props: Fields, required: boolean): ReadonlyArray<readonly [string, KnownField]> =>
  Object.entries(props).map(([name, codec]) => [name, { required, shape: () => shapeOf(codec) }])

/**
 * Merges shapes. A field is required if one of the shapes requires it; if they are alternatives (`isEither`), no field
 * is required.
 */
const mergeShapes = (shapes: ReadonlyArray<Shape>, isEither: boolean): Shape => {
  const fields = new Map<string, KnownField>()
  for (const shape of shapes)
    for (const [name, field] of shape.fields ?? [])
      fields.set(name, {
        required: !isEither && (field.required || fields.get(name)?.required === true),
        shape: field.shape,
      })
  const element = shapes.find((shape) => shape.element)?.element
  return { ...(shapes.some((shape) => shape.fields) ? { fields } : {}), ...(element ? { element } : {}) }
}

const isNullish = (codec: t.Mixed): boolean => codec === t.null || codec === t.undefined

/** The shape of a codec of this library or of io-ts. */
export const shapeOf = (codec: t.Mixed): Shape => {
  const node = codec as unknown as Node
  switch (node._tag) {
    case 'RecordType':
      return { fields: new Map([...fieldsOf(node.required, true), ...fieldsOf(node.optional, false)]) }
    case 'InterfaceType':
    case 'StrictType':
      return { fields: new Map(fieldsOf(node.props, true)) }
    case 'PartialType':
      return { fields: new Map(fieldsOf(node.props, false)) }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return { element: () => shapeOf(node.type) }
    case 'RefinementType':
      return node.isAssumed ? { ...shapeOf(node.type), assumed: node.type } : shapeOf(node.type)
    case 'ReadonlyType':
    case 'ExactType':
    case 'RecursiveType':
      return shapeOf(node.type)
    case 'IntersectionType':
      return mergeShapes(node.types.map(shapeOf), false)
    case 'UnionType': {
      const members = node.types.filter((member) => !isNullish(member)).map(shapeOf)
      return mergeShapes(members, members.length > 1)
    }
    default:
      return {}
  }
}
