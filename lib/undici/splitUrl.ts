/** An address in the two parts that a dispatcher takes. */
export interface SplitUrl {
  readonly origin: string
  readonly path: string
}

/** An address with nothing to resolve or to escape, as nearly all are. */
const plain = /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w~-][\w.~-]*)+(?:\?[\w.~!$()*+,;=:@%/?&-]*)?$/

/** Where the host begins, after the scheme. */
const hostAt = 8

/** Splits an address as it goes over the wire. */
export const splitUrl = (url: string): SplitUrl => {
  if (plain.test(url)) {
    const pathAt = url.indexOf('/', hostAt)
    return { origin: url.slice(0, pathAt), path: url.slice(pathAt) }
  }
  const { origin, pathname, search } = new URL(url)
  return { origin, path: `${pathname}${search}` }
}
