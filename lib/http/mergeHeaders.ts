import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Merges headers; of names that differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers>): Headers => {
  const named = new Map<string, [string, Headers[string]]>()
  for (const headers of sets) for (const entry of Object.entries(headers)) named.set(entry[0].toLowerCase(), entry)
  return Object.fromEntries(named.values())
}
