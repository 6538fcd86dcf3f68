import type { TimelineItem } from '../timelineItems.js'
import type { Layout, LegendEntry, PlacedLane, PlacedTimelineItem } from '../timelineLayout.js'
import { createElement } from './createElement.js'

interface ChildFunctions<A, E> {
  readonly create: (entry: A) => E
  readonly update: (element: E, entry: A) => void
}

/**
 * Updates the children of an element to match a list, in its order. A child whose entry is still in the list is reused,
 * so that it keeps the focus.
 */
const updateChildren = <A extends { readonly id: string }, E extends HTMLElement>(
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

const rowHeight = 26

/** The minimum width of an item in pixels: a mark is one sign, and a bar shows its number and sign completely. */
export const minPixels = ({ sign, to }: TimelineItem): number =>
  to === undefined ? 18 : Math.max(18, 8 + 7.5 * sign.length)

/** The selected item, and the request that caused it. */
export interface Selection {
  readonly id: string | undefined
  readonly related: string | undefined
}

const updateItem = (element: HTMLElement, item: PlacedTimelineItem, { id, related }: Selection): void => {
  element.className = `item ${item.to === undefined ? 'mark' : 'bar'} ${item.kind}${item.id === related && item.id !== id ? ' related' : ''}`
  element.textContent = item.sign
  element.title = item.label
  element.setAttribute('aria-label', item.label)
  element.setAttribute('aria-pressed', String(item.id === id))
  element.style.left = `${item.left.toFixed(3)}%`
  element.style.top = `${String(item.row * rowHeight)}px`
  if (item.to === undefined) return
  element.style.width = `${item.width.toFixed(3)}%`
  element.style.minWidth = `${String(minPixels(item))}px`
}

const createLane = ({ name }: PlacedLane): HTMLElement =>
  createElement(
    'div',
    { class: 'lane', role: 'group' },
    createElement('div', { class: 'name' }, name),
    createElement('div', { class: 'track' }),
  )

const updateLane = (element: HTMLElement, { name, rows, items }: PlacedLane, selection: Selection): void => {
  element.setAttribute('aria-label', `${name}, ${String(items.length)} ${items.length === 1 ? 'entry' : 'entries'}`)
  const track = element.querySelector<HTMLElement>('.track')
  if (track === null) return
  track.style.height = `${String(rows * rowHeight)}px`
  updateChildren(track, items, {
    create: () => createElement('button', { type: 'button', tabindex: '-1' }),
    update: (item, placedItem) => updateItem(item, placedItem, selection),
  })
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** The label of a point of the axis, in the largest unit that does not exceed a step. */
const tickLabel = (ms: number, step: number): string => {
  const [size, name] = units.find(([size]) => size <= step) ?? [ms < 1000 ? 1 : 1000, ms < 1000 ? 'ms' : 's']
  return `${String(ms / size)} ${name}`
}

const createLegendEntry = ({ isBar, kind, meaning }: LegendEntry): HTMLElement =>
  createElement(
    'li',
    {},
    createElement('span', { class: `swatch ${isBar ? 'bar' : 'mark'} ${kind}`, 'aria-hidden': 'true' }),
    ` ${meaning}`,
  )

/** Draws the legend of the visible items. */
export const drawLegend = (container: Element, legend: ReadonlyArray<LegendEntry>): void =>
  updateChildren(container, legend, {
    create: createLegendEntry,
    update: (element, { sign }) => {
      const swatch = element.firstElementChild
      if (swatch) swatch.textContent = sign
    },
  })

/** Draws the axis, and the lanes with their items. One item is reachable by the tab key, the others by arrow keys. */
export const drawLanes = (axis: Element, lanes: Element, layout: Layout, selection: Selection): void => {
  const step = layout.ticks[1]?.ms ?? 1
  axis.replaceChildren(
    ...layout.ticks.map(({ left, ms }) => {
      // A label at the end of the axis is to the left of its line.
      const tick = createElement('span', { class: left > 95 ? 'tick last' : 'tick' }, tickLabel(ms, step))
      tick.style.left = `${left.toFixed(3)}%`
      return tick
    }),
  )
  updateChildren(lanes, layout.lanes, {
    create: createLane,
    update: (element, lane) => updateLane(element, lane, selection),
  })
  const items = Array.from(lanes.querySelectorAll<HTMLElement>('.item'))
  const tabStop =
    items.find(({ dataset }) => dataset.id === selection.id) ?? items.find(({ tabIndex }) => tabIndex === 0) ?? items[0]
  for (const item of items) item.tabIndex = item === tabStop ? 0 : -1
}
