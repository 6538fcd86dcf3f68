/** A resource with the service's names and values. */
export type WireRow = Readonly<Record<string, unknown>>

/** Encodes a resource: dates become strings again. */
export const wireRow = (resource: unknown): WireRow => JSON.parse(JSON.stringify(resource)) as WireRow

/** Whether a value fits into one cell. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The names of the fields of rows, in order of appearance. */
export const fieldsOf = (rows: ReadonlyArray<WireRow>): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => Object.keys(row))))
