/** A value as JSON, with bigints as texts: JSON has none. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
