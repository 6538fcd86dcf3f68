/** Values by key, in the order in which they were last put. */
export interface RecencyMap<A> {
  readonly get: (key: string) => A | undefined
  /** Puts a value at the end of the order. */
  readonly put: (key: string, value: A) => void
  readonly delete: (key: string) => void
  /** The value at the beginning of the order. */
  readonly first: () => A | undefined
  readonly size: () => number
}

/**
 * Creates an empty map. A new iterator of a `Map` first has to skip all entries that were deleted at its beginning,
 * which is slow. So this map keeps one iterator and continues it.
 */
export const createRecencyMap = <A>(): RecencyMap<A> => {
  const entries = new Map<string, A>()
  let iterator = entries.entries()
  let head: readonly [key: string, value: A] | undefined

  const isCurrent = ([key, value]: readonly [string, A]): boolean => entries.has(key) && entries.get(key) === value

  return {
    get: (key) => entries.get(key),
    put: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
    },
    delete: (key) => {
      entries.delete(key)
    },
    first: () => {
      while (entries.size > 0 && (head === undefined || !isCurrent(head))) {
        const next = iterator.next()
        head = next.done === true ? undefined : next.value
        if (next.done === true) iterator = entries.entries()
      }
      return entries.size === 0 ? undefined : head?.[1]
    },
    size: () => entries.size,
  }
}
