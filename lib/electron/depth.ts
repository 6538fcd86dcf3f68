/** Levels of objects in one another: more than any row has, fewer than any stack on which a message is cloned. */
export const mostLevels = 200

/**
 * Whether an object has more levels than may be sent: what is too deep to be read at the other end would close the
 * port. Each object counts where it is met first, as in cloning.
 */
export const isTooDeep = (value: unknown): boolean => {
  const met = new Set<object>()
  const reaches = (value: unknown, left: number): boolean => {
    if (typeof value !== 'object' || value === null || met.has(value)) return false
    if (left === 0) return true
    met.add(value)
    for (const key in value) if (reaches((value as Readonly<Record<string, unknown>>)[key], left - 1)) return true
    return false
  }
  return reaches(value, mostLevels)
}
