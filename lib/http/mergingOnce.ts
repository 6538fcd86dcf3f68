import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/**
 * Makes a function that adds something to headers. Frozen headers are shared by many requests: the result for them, which
 * is frozen too, is returned again as long as the headers and what is added stay the same.
 */
export const mergingOnce = <B>(merge: (headers: Headers, added: B) => Headers): typeof merge => {
  let last: readonly [headers?: Headers, added?: B, merged?: Headers] = []
  return (headers, added) => {
    if (last[0] === headers && last[1] === added) return last[2] as Headers
    const merged = merge(headers, added)
    if (Object.isFrozen(headers)) last = [headers, added, Object.freeze(merged)]
    return merged
  }
}
