import { isDeepStrictEqual } from 'node:util'

/** Remembers rows by what they are of. */
export const sameRow = () => {
  const last = new Map<string, unknown>()
  return {
    /** Whether a row is as it was when it was last told, whatever the order of its keys is. */
    as: (key: string, row: unknown): boolean => {
      const before = last.get(key)
      last.set(key, row)
      return before !== undefined && isDeepStrictEqual(before, row)
    },
    forget: (key: string): void => void last.delete(key),
  }
}
