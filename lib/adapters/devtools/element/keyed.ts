interface Keyed<A, E> {
  readonly create: (entry: A) => E
  readonly update: (element: E, entry: A) => void
}

/**
 * Makes the children of an element those of a list, in its order. A child whose entry stays is kept in its place, and the
 * focus with it.
 */
export const keyed = <A extends { readonly id: string }, E extends HTMLElement>(
  parent: Element,
  list: ReadonlyArray<A>,
  { create, update }: Keyed<A, E>,
): void => {
  const ids = new Set(list.map(({ id }) => id))
  const kept = new Map<string, E>()
  for (const child of Array.from(parent.children) as Array<E>) {
    const id = child.dataset.id ?? ''
    if (ids.has(id)) kept.set(id, child)
    else child.remove()
  }
  list.forEach((entry, index) => {
    const element = kept.get(entry.id) ?? create(entry)
    element.dataset.id = entry.id
    update(element, entry)
    const there = parent.children[index]
    if (there !== element) parent.insertBefore(element, there ?? null)
  })
}
