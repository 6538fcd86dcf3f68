/** Memoizes a function of objects: it calls `make` once for each object. */
export const memoizeByObject = <K extends object, A extends object>(make: (key: K) => A): ((key: K) => A) => {
  const results = new WeakMap<K, A>()
  return (key) => {
    let result = results.get(key)
    if (result === undefined) results.set(key, (result = make(key)))
    return result
  }
}
