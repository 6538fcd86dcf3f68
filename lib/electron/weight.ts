const most = 10_000

const cloned = new Set(['[object Array]', '[object Date]', '[object Object]'])

/**
 * Whether what a page asks is no more than a question: main keeps it as long as it answers. Texts weigh their length,
 * keys too, anything else 1; what no question holds, such as a buffer or a map, is too much in any case.
 */
export const isLight = (asked: unknown): boolean => {
  const values = [asked]
  let weight = 0
  for (const value of values) {
    weight += typeof value === 'string' ? value.length : 1
    if (weight > most || typeof value === 'bigint') return false
    if (typeof value !== 'object' || value === null) continue
    if (!cloned.has(Object.prototype.toString.call(value))) return false
    for (const key in value) {
      weight += key.length
      if (weight + values.length > 2 * most) return false
      values.push((value as Readonly<Record<string, unknown>>)[key])
    }
  }
  return true
}
