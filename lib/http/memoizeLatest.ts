/**
 * Memoizes only the latest result of a function, for as long as the argument is the same object. For the token or the secret
 * of a connection: storing more results would keep earlier secrets in memory.
 */
export const memoizeLatest = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  let latest: { readonly key: K; readonly result: A } | undefined
  return (key) => {
    if (latest?.key !== key) latest = { key, result: make(key) }
    return latest.result
  }
}
