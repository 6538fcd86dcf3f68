import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/**
 * Whether the names are few, and no two differ in case only. Lengths are compared first, since most names differ in
 * length.
 */
const areFewAndDistinct = (names: ReadonlyArray<string>): boolean =>
  names.length <= 32 &&
  names.every((name, index) => {
    for (let i = 0; i < index; i++) {
      const other = names[i] as string
      if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return false
    }
    return true
  })

/** Merges headers; of names that differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers>): Headers => {
  // `Object.assign` is twenty times faster than spreading, but a header `__proto__` would set the prototype.
  const all = Object.assign({}, ...sets) as Headers
  if (areFewAndDistinct(Object.keys(all)) && !sets.some((headers) => Object.hasOwn(headers, '__proto__'))) return all
  const named = sets.flatMap((headers) =>
    Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry] as const),
  )
  return Object.fromEntries(new Map(named).values())
}
