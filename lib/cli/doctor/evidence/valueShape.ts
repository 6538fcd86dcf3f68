import { publicName } from './publicName.js'
import { valueForm } from './valueForm.js'

/** The forms of the values at one place in answers, and the shapes of the values inside them. */
export interface ValueShape {
  readonly forms: Set<string>
  /** How many of the values are objects. */
  objects: number
  readonly fields: Map<string, { readonly shape: ValueShape; seen: number }>
  element: ValueShape | undefined
}

/**
 * The maximum number of levels, of names in an object and of elements in a list that are examined: an answer may be of
 * any size.
 */
const maxDepth = 12
const maxNames = 200
const maxElements = 500

/** The shape of no values. */
export const emptyShape = (): ValueShape => ({ forms: new Set(), objects: 0, fields: new Map(), element: undefined })

/** Adds a value to a shape. Names that are not {@link publicName}s become one, `*`. */
export const addToShape = (shape: ValueShape, value: unknown, depth = 0): void => {
  shape.forms.add(valueForm(value))
  if (depth >= maxDepth || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    shape.element ??= emptyShape()
    for (const element of value.slice(0, maxElements) as ReadonlyArray<unknown>)
      addToShape(shape.element, element, depth + 1)
    return
  }
  shape.objects++
  const seen = new Set<string>()
  for (const [key, field] of Object.entries(value).slice(0, maxNames)) {
    const name = publicName(key)
    const entry = shape.fields.get(name) ?? { shape: emptyShape(), seen: 0 }
    shape.fields.set(name, entry)
    if (!seen.has(name)) entry.seen++
    seen.add(name)
    addToShape(entry.shape, field, depth + 1)
  }
}

/**
 * A shape as JSON: an object, a list of one element, or the forms of a value. A field that some objects lack ends in
 * `?`.
 */
export type ShapeJson = string | ReadonlyArray<ShapeJson> | { readonly [name: string]: ShapeJson }

/** A shape for a file. */
export const shapeJson = ({ forms, objects, fields, element }: ValueShape): ShapeJson => {
  const plain = Array.from(forms)
    .filter((form) => form !== 'object' && form !== 'list')
    .sort()
  const alternatives: ReadonlyArray<ShapeJson> = [
    ...(plain.length === 0 ? [] : [plain.join(' or ')]),
    ...(forms.has('object')
      ? [
          Object.fromEntries(
            Array.from(fields, ([name, { shape, seen }]) => [seen < objects ? `${name}?` : name, shapeJson(shape)]),
          ),
        ]
      : []),
    ...(forms.has('list') ? [element && element.forms.size > 0 ? [shapeJson(element)] : []] : []),
  ]
  const [only] = alternatives
  return alternatives.length === 1 && only !== undefined ? only : { 'one of': alternatives }
}
