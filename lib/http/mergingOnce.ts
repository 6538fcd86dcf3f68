import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/**
 * Makes a function that adds something to headers. Frozen headers are shared by many requests: the result for them, which
 * is frozen too, is returned again as long as the headers and what is added stay the same.
 */
export const mergingOnce = <B>(merge: (headers: Headers, added: B) => Headers): typeof merge => {
  let base: Headers | undefined
  let last: B
  let merged: Headers
  return (headers, added) => {
    if (headers === base && added === last) return merged
    const made = merge(headers, added)
    if (Object.isFrozen(headers)) {
      base = headers
      last = added
      merged = Object.freeze(made)
    }
    return made
  }
}
