import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

const lowerCase = (name: string): string => name.toLowerCase()

/** Merges headers; of names that differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers | undefined>): Headers => {
  const merged = sets.reduce<Headers>((all, headers) => ({ ...all, ...headers }), {})
  const names = Object.keys(merged)
  if (new Set(names.map(lowerCase)).size === names.length) return merged
  const entries = sets.flatMap((headers = {}) => Object.entries(headers))
  return Object.fromEntries(new Map(entries.map((entry) => [lowerCase(entry[0]), entry])).values())
}
