import { memoizeByObject } from '../base/memoizeByObject.js'
import type { HttpRequest } from './HttpRequest.js'

/**
 * Memoizes only the latest result of a function, for as long as the argument is the same object. Use it for tokens and
 * secrets: a larger cache would keep earlier ones in memory.
 */
export const memoizeLatest = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  let latest: { readonly key: K; readonly result: A } | undefined
  return (key) => {
    if (latest?.key !== key) latest = { key, result: make(key) }
    return latest.result
  }
}

type Headers = HttpRequest['headers']

/**
 * Memoizes a function of headers. Only the results for frozen headers are stored, because many requests share them; the
 * results are frozen too. Each policy merges headers: without this, a request over undici takes a sixth more CPU time.
 */
export const memoizeFrozen = <A extends Headers>(make: (headers: Headers) => A): ((headers: Headers) => A) => {
  const results = memoizeByObject((headers: Headers) => Object.freeze(make(headers)) as A)
  return (headers) => (Object.isFrozen(headers) ? results(headers) : make(headers))
}
