/** An address in the two parts that a dispatcher takes. */
export interface SplitUrl {
  readonly origin: string
  readonly path: string
}

/** An address with nothing to resolve or to escape, as nearly all are. */
const plain = /^(https?:\/\/[a-z0-9.-]+(?::\d+)?)((?:\/[\w~-][\w.~-]*)+(?:\?[\w.~!$()*+,;=:@%/?&-]*)?)$/

/** Splits an address as it goes over the wire. */
export const splitUrl = (url: string): SplitUrl => {
  const [, origin, path] = plain.exec(url) ?? []
  if (origin !== undefined && path !== undefined) return { origin, path }
  const { origin: parsed, pathname, search } = new URL(url)
  return { origin: parsed, path: `${pathname}${search}` }
}
