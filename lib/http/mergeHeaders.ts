import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Whether two of the names differ in case alone. The lengths are compared first, as they nearly always decide. */
const isAmbiguous = (headers: Headers): boolean => {
  for (const name in headers)
    for (const other in headers)
      if (name.length === other.length && name !== other && name.toLowerCase() === other.toLowerCase()) return true
  return false
}

/** Merges headers; of names that differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers | undefined>): Headers => {
  const merged = sets.reduce<Headers>((all, headers) => ({ ...all, ...headers }), {})
  if (!isAmbiguous(merged)) return merged
  const named = new Map<string, readonly [string, Headers[string]]>()
  for (const headers of sets)
    for (const name in headers) named.set(name.toLowerCase(), [name, headers[name] as Headers[string]])
  return Object.fromEntries(named.values())
}
