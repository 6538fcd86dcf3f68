import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Merges headers. If names differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers | undefined>): Headers => {
  const byLowerCaseName = new Map<string, readonly [string, Headers[string]]>()
  for (const headers of sets)
    for (const name in headers) byLowerCaseName.set(name.toLowerCase(), [name, headers[name] as Headers[string]])
  return Object.fromEntries(byLowerCaseName.values())
}
