interface ChildFunctions<A, E> {
  readonly create: (entry: A) => E
  readonly update: (element: E, entry: A) => void
}

/**
 * Updates the children of an element to match a list, in its order. A child whose entry is still in the list is reused,
 * so that it keeps the focus.
 */
export const updateChildren = <A extends { readonly id: string }, E extends HTMLElement>(
  parent: Element,
  list: ReadonlyArray<A>,
  { create, update }: ChildFunctions<A, E>,
): void => {
  const ids = new Set(list.map(({ id }) => id))
  const reusableElements = new Map<string, E>()
  for (const child of Array.from(parent.children) as Array<E>) {
    const id = child.dataset.id ?? ''
    if (ids.has(id)) reusableElements.set(id, child)
    else child.remove()
  }
  list.forEach((entry, index) => {
    const element = reusableElements.get(entry.id) ?? create(entry)
    element.dataset.id = entry.id
    update(element, entry)
    const occupant = parent.children[index]
    if (occupant !== element) parent.insertBefore(element, occupant ?? null)
  })
}
