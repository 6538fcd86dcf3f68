import type { Item } from '../itemsOf.js'
import type { Layout, LegendEntry, PlacedItem, PlacedLane } from '../layOut.js'
import { keyed } from './keyed.js'
import { make } from './make.js'

const rowHeight = 26

/** The pixels that an item takes at least: a mark is one sign, and a bar shows its number and its sign whole. */
export const leastPixels = ({ sign, to }: Item): number => (to === undefined ? 18 : Math.max(18, 8 + 7.5 * sign.length))

/** What is selected, and the request that caused it. */
export interface Selection {
  readonly id: string | undefined
  readonly related: string | undefined
}

const updateItem = (element: HTMLElement, item: PlacedItem, { id, related }: Selection): void => {
  element.className = `item ${item.to === undefined ? 'mark' : 'bar'} ${item.kind}${item.id === related && item.id !== id ? ' related' : ''}`
  element.textContent = item.sign
  element.title = item.label
  element.setAttribute('aria-label', item.label)
  element.setAttribute('aria-pressed', String(item.id === id))
  element.style.left = `${item.left.toFixed(3)}%`
  element.style.top = `${String(item.row * rowHeight)}px`
  if (item.to === undefined) return
  element.style.width = `${item.width.toFixed(3)}%`
  element.style.minWidth = `${String(leastPixels(item))}px`
}

const createLane = ({ name }: PlacedLane): HTMLElement =>
  make('div', { class: 'lane', role: 'group' }, make('div', { class: 'name' }, name), make('div', { class: 'track' }))

const updateLane = (element: HTMLElement, { name, rows, items }: PlacedLane, selection: Selection): void => {
  element.setAttribute('aria-label', `${name}, ${String(items.length)} ${items.length === 1 ? 'entry' : 'entries'}`)
  const track = element.querySelector<HTMLElement>('.track')
  if (track === null) return
  track.style.height = `${String(rows * rowHeight)}px`
  keyed(track, items, {
    create: () => make('button', { type: 'button', tabindex: '-1' }),
    update: (item, placed) => updateItem(item, placed, selection),
  })
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** A moment of the axis, in the largest unit that is no more than a step. */
const moment = (ms: number, step: number): string => {
  const [size, name] = units.find(([size]) => size <= step) ?? [ms < 1000 ? 1 : 1000, ms < 1000 ? 'ms' : 's']
  return `${String(ms / size)} ${name}`
}

const createLegendEntry = ({ isBar, kind, meaning }: LegendEntry): HTMLElement =>
  make(
    'li',
    {},
    make('span', { class: `swatch ${isBar ? 'bar' : 'mark'} ${kind}`, 'aria-hidden': 'true' }),
    ` ${meaning}`,
  )

/** Draws what the looks of the items that are shown mean. */
export const drawLegend = (place: Element, legend: ReadonlyArray<LegendEntry>): void =>
  keyed(place, legend, {
    create: createLegendEntry,
    update: (element, { sign }) => {
      const swatch = element.firstElementChild
      if (swatch) swatch.textContent = sign
    },
  })

/** Draws the axis, and the lanes with their items; one item can be reached by the tabulator, the others by arrows. */
export const drawLanes = (axis: Element, lanes: Element, layout: Layout, selection: Selection): void => {
  const step = layout.ticks[1]?.ms ?? 1
  axis.replaceChildren(
    ...layout.ticks.map(({ left, ms }) => {
      // A label at the end of the axis stands before its line.
      const tick = make('span', { class: left > 95 ? 'tick last' : 'tick' }, moment(ms, step))
      tick.style.left = `${left.toFixed(3)}%`
      return tick
    }),
  )
  keyed(lanes, layout.lanes, { create: createLane, update: (element, lane) => updateLane(element, lane, selection) })
  const items = Array.from(lanes.querySelectorAll<HTMLElement>('.item'))
  const entry =
    items.find(({ dataset }) => dataset.id === selection.id) ?? items.find(({ tabIndex }) => tabIndex === 0) ?? items[0]
  for (const item of items) item.tabIndex = item === entry ? 0 : -1
}
