/** Appends an entry to a list of at most `maxLength` entries. `dropped` counts the oldest entries that were removed. */
export const appendBounded = <A>(
  list: ReadonlyArray<A>,
  entry: A,
  maxLength: number,
): { readonly list: ReadonlyArray<A>; readonly dropped: number } => {
  const dropped = Math.max(list.length + 1 - maxLength, 0)
  return { list: [...list.slice(dropped), entry], dropped }
}

/** Replaces the last entry that satisfies a predicate; returns the same list if none does. */
export const updateLast = <A>(
  list: ReadonlyArray<A>,
  predicate: (entry: A) => boolean,
  change: (entry: A) => A,
): ReadonlyArray<A> => {
  const lastMatch = list.map(predicate).lastIndexOf(true)
  return lastMatch < 0 ? list : list.map((entry, index) => (index === lastMatch ? change(entry) : entry))
}
