import type { Shape } from './shapeOf.js'

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
