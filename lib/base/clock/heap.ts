/** A priority queue. */
export interface Heap<A> {
  readonly push: (item: A) => void
  /** Returns the first item without removing it. */
  readonly peek: () => A | undefined
  /** Removes and returns the first item. */
  readonly pop: () => A | undefined
}

/** An empty binary heap, ordered by `isBefore`. */
export const createHeap = <A>(isBefore: (a: A, b: A) => boolean): Heap<A> => {
  const items: Array<A> = []

  const push = (item: A): void => {
    let index = items.push(item) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const parentItem = items[parent] as A
      if (!isBefore(item, parentItem)) break
      items[index] = parentItem
      index = parent
    }
    items[index] = item
  }

  const siftDown = (item: A): void => {
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isBefore(items[child + 1] as A, items[child] as A)) child++
      const childItem = items[child] as A
      if (!isBefore(childItem, item)) break
      items[index] = childItem
      index = child
    }
    items[index] = item
  }

  return {
    push,
    peek: () => items[0],
    pop: () => {
      const first = items[0]
      const last = items.pop()
      if (items.length > 0 && last !== undefined) siftDown(last)
      return first
    },
  }
}
