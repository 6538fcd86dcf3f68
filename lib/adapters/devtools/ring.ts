/** A list with one more entry at its end, and how many had to leave it at its beginning. */
export const ring = <A>(
  list: ReadonlyArray<A>,
  entry: A,
  history: number,
): { readonly list: ReadonlyArray<A>; readonly dropped: number } => {
  const dropped = Math.max(list.length + 1 - history, 0)
  return { list: [...list.slice(dropped), entry], dropped }
}

/** A list in which the last entry of those that fit is another; the same list where none fits. */
export const changeLast = <A>(
  list: ReadonlyArray<A>,
  fits: (entry: A) => boolean,
  change: (entry: A) => A,
): ReadonlyArray<A> => {
  const at = list.map(fits).lastIndexOf(true)
  return at < 0 ? list : list.map((entry, index) => (index === at ? change(entry) : entry))
}
