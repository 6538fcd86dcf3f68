/**
 * Memoizes the latest result of a function, as long as the argument is the same object. It is for the token or the secret
 * of a connection: a table would keep all earlier ones in memory.
 */
export const memoizeLatest = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  let latest: { readonly key: K; readonly result: A } | undefined
  return (key) => {
    if (latest?.key !== key) latest = { key, result: make(key) }
    return latest.result
  }
}
