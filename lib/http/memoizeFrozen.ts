import { memoizeByObject } from '../base/memoizeByObject.js'
import type { HttpRequest } from './HttpRequest.js'

type Headers = HttpRequest['headers']

/**
 * Memoizes a function of headers. Only the results for frozen headers are stored, because many requests share those; the
 * results are frozen too. Each policy merges headers: without this, a request over undici takes a sixth more CPU time.
 */
export const memoizeFrozen = <A extends Headers>(make: (headers: Headers) => A): ((headers: Headers) => A) => {
  const results = memoizeByObject((headers: Headers) => Object.freeze(make(headers)) as A)
  return (headers) => (Object.isFrozen(headers) ? results(headers) : make(headers))
}
