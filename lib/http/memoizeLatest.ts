/**
 * Makes a function that keeps its latest result, and returns it as long as the argument is the same object. It is for what
 * there is of each connection, where a table would take more memory than all results.
 */
export const memoizeLatest = <K extends object, A>(make: (key: K) => A): ((key: K) => A) => {
  let kept: { readonly key: K; readonly result: A } | undefined
  return (key) => {
    if (kept?.key !== key) kept = { key, result: make(key) }
    return kept.result
  }
}
