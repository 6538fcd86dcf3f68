/** Values by key, in the order in which they were last put. */
export interface Recent<A> {
  readonly get: (key: string) => A | undefined
  /** Puts a value behind all others. */
  readonly put: (key: string, value: A) => void
  readonly delete: (key: string) => void
  /** The value that was put before all others. */
  readonly first: () => A | undefined
  readonly size: () => number
}

/**
 * An empty table on a `Map`, which keeps the order. A new iterator of it would step over all that has gone from its
 * beginning, so one is kept, and goes on from where it was.
 */
export const createRecent = <A>(): Recent<A> => {
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
