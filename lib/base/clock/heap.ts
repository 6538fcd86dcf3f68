/** A priority queue. */
export interface Heap<A> {
  readonly push: (item: A) => void
  /** The first item by the order of the heap, which stays in it. */
  readonly peek: () => A | undefined
  /** Takes the first item out. */
  readonly pop: () => A | undefined
}

/** An empty binary heap, ordered by `before`. */
export const createHeap = <A>(before: (a: A, b: A) => boolean): Heap<A> => {
  const items: Array<A> = []

  const rise = (item: A): void => {
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = items[parent] as A
      if (!before(item, above)) break
      items[index] = above
      index = parent
    }
    items[index] = item
  }

  const sink = (item: A): void => {
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && before(items[child + 1] as A, items[child] as A)) child++
      const below = items[child] as A
      if (!before(below, item)) break
      items[index] = below
      index = child
    }
    items[index] = item
  }

  return {
    push: rise,
    peek: () => items[0],
    pop: () => {
      const first = items[0]
      const last = items.pop()
      if (items.length > 0 && last !== undefined) sink(last)
      return first
    },
  }
}
