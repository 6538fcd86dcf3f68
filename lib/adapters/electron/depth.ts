/** How deep objects may be nested: deeper than any row is, and less deep than what structured cloning can handle. */
export const mostLevels = 200

/**
 * Whether an object is nested too deeply to be sent: a message that the other end cannot read would close the port. An
 * object that occurs several times counts where it occurs first, as in structured cloning.
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
