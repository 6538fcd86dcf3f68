const center = (element: Element): number => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

const nearest = (items: ReadonlyArray<HTMLElement>, to: HTMLElement): HTMLElement | undefined => {
  const distance = (item: HTMLElement) => Math.abs(center(item) - center(to))
  return items.reduce<HTMLElement | undefined>(
    (best, item) => (best === undefined || distance(item) < distance(best) ? item : best),
    undefined,
  )
}

const itemsIn = (lane: Element | undefined): ReadonlyArray<HTMLElement> =>
  Array.from(lane?.querySelectorAll<HTMLElement>('.item') ?? [])

/** The item that a key moves the focus to: along the lane, to its ends, or to the nearest item of another lane. */
export const moveFocus = (key: string, from: HTMLElement, lanes: ReadonlyArray<Element>): HTMLElement | undefined => {
  const lane = lanes.findIndex((element) => element.contains(from))
  const items = itemsIn(lanes[lane])
  const index = items.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return items[index + 1]
    case 'ArrowLeft':
      return items[index - 1]
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    case 'ArrowDown':
      return nearest(itemsIn(lanes[lane + 1]), from)
    case 'ArrowUp':
      return nearest(itemsIn(lanes[lane - 1]), from)
    default:
      return undefined
  }
}
