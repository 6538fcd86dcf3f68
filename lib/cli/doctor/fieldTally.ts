import { isLeft } from 'fp-ts/lib/Either.js'
import type { DifferingField, MissingField, UnknownField } from './DoctorReport.js'
import { publicName } from './evidence/publicName.js'
import type { Shape } from './shapeOf.js'

/** The fields of some values, compared with those that a codec knows. */
export interface FieldTally {
  readonly unknown: ReadonlyArray<UnknownField>
  readonly missing: ReadonlyArray<MissingField>
  readonly differing: ReadonlyArray<DifferingField>
}

interface Count {
  readonly parent: string
  readonly types: Set<string>
  required: boolean
  count: number
}

/** The maximum number of unknown fields in a report. Objects with more of them are tables, whose keys are data. */
const maxUnknown = 50
/**
 * How many levels of a value are examined, and how many entries of an object or a list: a response may be of any size.
 */
const maxDepth = 12
const maxEntries = 500

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeOf(value) === 'object'

const childPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`)

/** Counts the fields of any values by path and type. The values themselves are not in the result. */
export const fieldTally = (shape: Shape, values: ReadonlyArray<unknown>): FieldTally => {
  const parents = new Map<string, number>()
  const knownCounts = new Map<string, Count>()
  const unknownCounts = new Map<string, Count>()
  const differing = new Map<string, DifferingField>()

  const count = (counts: Map<string, Count>, parent: string, name: string, required: boolean): Count => {
    const path = childPath(parent, name)
    const entry = counts.get(path) ?? { parent, types: new Set<string>(), required, count: 0 }
    counts.set(path, entry)
    return entry
  }

  const examineObject = (
    value: Readonly<Record<string, unknown>>,
    fields: Shape['fields'],
    path: string,
    depth: number,
  ) => {
    parents.set(path, (parents.get(path) ?? 0) + 1)
    for (const [name, field] of fields ?? []) {
      const fieldCount = count(knownCounts, path, name, field.required)
      if (!Object.hasOwn(value, name)) continue
      fieldCount.count++
      examineValue(value[name], field.shape(), childPath(path, name), depth + 1)
    }
    const names = new Map<string, Set<string>>()
    for (const key of Object.keys(value).slice(0, maxEntries))
      if (!fields?.has(key)) {
        const name = publicName(key)
        names.set(name, (names.get(name) ?? new Set()).add(typeOf(value[key])))
      }
    for (const [name, types] of names) {
      const isNew = !unknownCounts.has(childPath(path, name))
      if (isNew && unknownCounts.size >= maxUnknown) continue
      const fieldCount = count(unknownCounts, path, name, false)
      fieldCount.count++
      for (const type of types) fieldCount.types.add(type)
    }
  }

  const examineValue = (value: unknown, { assumed, fields, element }: Shape, path: string, depth: number): void => {
    if (depth > maxDepth) return
    if (assumed && value !== null && isLeft(assumed.decode(value)))
      differing.set(path, { path, expected: assumed.name, count: (differing.get(path)?.count ?? 0) + 1 })
    if (fields && isObject(value)) examineObject(value, fields, path, depth)
    else if (element && Array.isArray(value))
      for (const entry of value.slice(0, maxEntries)) examineValue(entry, element(), `${path}[]`, depth + 1)
  }

  for (const value of values.slice(0, maxEntries)) examineValue(value, shape, '', 0)
  const totalOf = ({ parent }: Count): number => parents.get(parent) ?? 0
  return {
    unknown: Array.from(unknownCounts, ([path, fieldCount]) => ({
      path,
      types: Array.from(fieldCount.types).sort(),
      count: fieldCount.count,
      total: totalOf(fieldCount),
    })),
    missing: Array.from(knownCounts, ([path, fieldCount]) => ({
      path,
      required: fieldCount.required,
      count: fieldCount.count,
      total: totalOf(fieldCount),
    })).filter(({ required, count, total }) => count === 0 || (required && count < total)),
    differing: Array.from(differing.values()),
  }
}
