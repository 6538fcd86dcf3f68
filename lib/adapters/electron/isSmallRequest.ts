const maxWeight = 10_000

const allowedTypes = new Set(['[object Array]', '[object Date]', '[object Object]'])

/**
 * Whether a request of a page is small enough to be kept in the main process until it is answered. Strings and keys
 * count by their length, other values as 1. Values that no request contains, such as buffers and maps, are refused.
 */
export const isSmallRequest = (request: unknown): boolean => {
  const values = [request]
  let weight = 0
  for (const value of values) {
    weight += typeof value === 'string' ? value.length : 1
    if (weight > maxWeight || typeof value === 'bigint') return false
    if (typeof value !== 'object' || value === null) continue
    if (!allowedTypes.has(Object.prototype.toString.call(value))) return false
    for (const key in value) {
      weight += key.length
      if (weight + values.length > 2 * maxWeight) return false
      values.push((value as Readonly<Record<string, unknown>>)[key])
    }
  }
  return true
}
