import type { HttpRequest } from './HttpRequest.js'
import { memoizeByObject } from './memoizeByObject.js'

type Headers = HttpRequest['headers']

/**
 * Makes a function of headers that calls `make` once for frozen headers, which are those of many requests, and each time
 * for others. Its results are frozen where the headers are.
 */
export const memoizeFrozen = <A extends Headers>(make: (headers: Headers) => A): ((headers: Headers) => A) => {
  const kept = memoizeByObject((headers: Headers) => Object.freeze(make(headers)) as A)
  return (headers) => (Object.isFrozen(headers) ? kept(headers) : make(headers))
}
