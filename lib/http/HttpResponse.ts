import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/** Merges headers. If names differ only in case, the last one counts. */
export const mergeHeaders = (...sets: ReadonlyArray<Headers | undefined>): Headers => {
  const byLowerCaseName = new Map<string, readonly [string, Headers[string]]>()
  for (const headers of sets)
    for (const name in headers) byLowerCaseName.set(name.toLowerCase(), [name, headers[name] as Headers[string]])
  return Object.fromEntries(byLowerCaseName.values())
}

/**
 * One HTTP response.
 *
 * - `status`: the HTTP status; 0 for a redirect in a browser, which hides the status.
 * - `headers`: the headers by their lower-case names. A transport that passes on `content-length` or
 *   `transfer-encoding` must fail for a truncated body.
 * - `body`: the text, decompressed.
 */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
