/** A resource with names and values as the service sends them. */
export type WireRow = Readonly<Record<string, unknown>>

/** A resource with names and values as the service sends them. */
export const wireRow = (resource: unknown): WireRow => JSON.parse(JSON.stringify(resource)) as WireRow

/** Whether a value fits into one cell as it is. */
export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The names of the fields of rows, in the order in which they come up. */
export const fieldsOf = (rows: ReadonlyArray<WireRow>): ReadonlyArray<string> =>
  Array.from(new Set(rows.flatMap((row) => Object.keys(row))))
