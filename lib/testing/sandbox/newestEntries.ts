/** A map that keeps the newest entries. */
export interface NewestEntries<A> {
  readonly get: (key: string) => A | undefined
  readonly set: (key: string, value: A) => void
  readonly delete: (key: string) => void
}

/** Creates a map that keeps the newest `max` entries; setting a key again makes it the newest. */
export const createNewestEntries = <A>(max: number): NewestEntries<A> => {
  const entries = new Map<string, A>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      for (const oldest of entries.keys()) if (entries.size > max) entries.delete(oldest)
    },
    delete: (key) => {
      entries.delete(key)
    },
  }
}
