/** The maximum nesting of objects: more than any row has, and less than structured cloning can handle. */
export const maxDepth = 200

/**
 * Whether an object is nested too deeply to be sent: a message that the other end cannot read would close the port. As in
 * structured cloning, only the first occurrence of an object counts.
 */
export const isTooDeep = (value: unknown): boolean => {
  const visited = new Set<object>()
  const exceedsDepth = (value: unknown, remainingDepth: number): boolean => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return false
    if (remainingDepth === 0) return true
    visited.add(value)
    for (const key in value)
      if (exceedsDepth((value as Readonly<Record<string, unknown>>)[key], remainingDepth - 1)) return true
    return false
  }
  return exceedsDepth(value, maxDepth)
}
