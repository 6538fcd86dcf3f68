/** A value as JSON, with bigints as strings, because JSON has no bigints. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? String(field) : field))
