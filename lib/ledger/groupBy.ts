/** Groups values by a key, in the order of their first values. Values with the key `undefined` are in no group. */
export const groupBy = <A>(
  values: Iterable<A>,
  keyOf: (value: A) => string | undefined,
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const value of values) {
    const key = keyOf(value)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
