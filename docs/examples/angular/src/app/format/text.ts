/** A value of the service if it is text, or else what stands in its place. */
export const text = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)
