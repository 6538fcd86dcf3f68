import { publicName } from './publicName.js'

const textForms: ReadonlyArray<readonly [form: string, pattern: RegExp]> = [
  ['empty text', /^$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['time without milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['time with other fractions', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z$/],
  ['time with an offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?[+-]\d\d:?\d\d$/],
  ['time without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/],
  ['UUID', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['integer in text', /^-?\d{1,30}$/],
  ['number in text', /^-?\d{1,30}\.\d{1,30}$/],
  ['URL', /^[a-z][a-z\d+.-]{1,20}:\/\//i],
  ['path', /^\//],
  ['email', /^[^\s@]{1,200}@[^\s@]{1,200}$/],
  ['IBAN', /^[A-Z]{2}\d\d[A-Z\d]{10,30}$/],
  ['word', /^[a-z]{1,40}(?:_[a-z]{1,40}){0,6}$/],
  ['upper-case word', /^[A-Z]{1,40}(?:_[A-Z]{1,40}){0,6}$/],
]

const formOfInteger = (value: number): string => {
  // Times since 1970 in seconds have ten digits, in milliseconds thirteen.
  const digits = String(Math.abs(value)).length
  return digits === 10 || digits === 13 ? `integer of ${String(digits)} digits` : 'integer'
}

/** The maximum length of a string whose form is examined; the form of a longer one is `text`. */
const maxLength = 500

/** The form of a value: one of a fixed list of words, which reveals nothing else about it. */
export const valueForm = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? formOfInteger(value) : 'number'
  if (typeof value !== 'string') return typeof value
  if (value.length > maxLength) return 'text'
  return textForms.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text'
}

/** The forms of the values at one place in responses, and the shapes of the values inside them. */
export interface ValueShape {
  readonly forms: Set<string>
  /** How many of the values are objects. */
  objects: number
  readonly fields: Map<string, { readonly shape: ValueShape; seen: number }>
  element: ValueShape | undefined
}

/**
 * The maximum number of levels, of names in an object and of elements in a list that are examined: a response may be of
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
