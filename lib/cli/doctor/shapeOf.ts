import * as t from 'io-ts'
import type { RecordType } from '../../base/codec/record.js'
import type { Fields } from '../../base/codec/RecordOf.js'

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
