import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Whether few names differ in more than case: mostly they differ in length, which is seen sooner. */
const areFewAndDistinct = (names: ReadonlyArray<string>): boolean =>
  names.length <= 32 &&
  names.every((name, index) => {
    for (let i = 0; i < index; i++) {
      const other = names[i] as string
      if (other.length === name.length && other.toLowerCase() === name.toLowerCase()) return false
    }
    return true
  })

/** Of headers whose names differ in nothing but case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers>): Headers => {
  // Twenty times cheaper than to spread them, but it sets the prototype.
  const all = Object.assign({}, ...sets) as Headers
  if (areFewAndDistinct(Object.keys(all)) && !sets.some((headers) => Object.hasOwn(headers, '__proto__'))) return all
  const named = sets.flatMap((headers) =>
    Object.entries(headers).map((entry) => [entry[0].toLowerCase(), entry] as const),
  )
  return Object.fromEntries(new Map(named).values())
}
