/** A URL in the two parts that a dispatcher expects. */
export interface SplitUrl {
  readonly origin: string
  readonly path: string
}

/** A URL that needs no resolving and no escaping. Nearly all URLs are such. */
const plain = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)((?:\/[\w~-][\w.~-]*)+(?:\?[\w.~!$()*+,;=:@%/?&-]*)?)$/

/** Splits a URL into its origin and the path with the query. */
export const splitUrl = (url: string): SplitUrl => {
  const [, origin, path] = plain.exec(url) ?? []
  if (origin !== undefined && path !== undefined) return { origin, path }
  const { origin: parsed, pathname, search } = new URL(url)
  return { origin: parsed, path: `${pathname}${search}` }
}
