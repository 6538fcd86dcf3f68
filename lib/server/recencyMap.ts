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
 * Creates an empty table on a `Map`, which keeps the order of its entries. A new iterator of a `Map` has to skip all
 * entries that were deleted at its beginning, so one iterator is kept and continued.
 */
export const createRecencyMap = <A>(): RecencyMap<A> => {
  const items = new Map<string, A>()
  let rest = items.entries()
  let head: readonly [key: string, value: A] | undefined

  const isThere = ([key, value]: readonly [string, A]): boolean => items.has(key) && items.get(key) === value

  return {
    get: (key) => items.get(key),
    put: (key, value) => {
      items.delete(key)
      items.set(key, value)
    },
    delete: (key) => {
      items.delete(key)
    },
    first: () => {
      while (items.size > 0 && (head === undefined || !isThere(head))) {
        const next = rest.next()
        head = next.done === true ? undefined : next.value
        if (next.done === true) rest = items.entries()
      }
      return items.size === 0 ? undefined : head?.[1]
    },
    size: () => items.size,
  }
}
