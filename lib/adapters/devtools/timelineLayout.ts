import { isSome } from 'fp-ts/lib/Option.js'
import type { Inspection } from './Inspection.js'
import { type TimelineItem, timelineItems } from './timelineItems.js'

/** An item with its position: the row from 0, and the left edge and width in percent of its lane. */
export interface PlacedTimelineItem extends TimelineItem {
  readonly row: number
  readonly left: number
  readonly width: number
}

/** A lane with positioned items. */
export interface PlacedLane {
  readonly id: string
  readonly name: string
  readonly rows: number
  readonly items: ReadonlyArray<PlacedTimelineItem>
}

/** How one kind of item looks, and what it means. */
export interface LegendEntry {
  readonly id: string
  readonly isBar: boolean
  readonly kind: TimelineItem['kind']
  readonly sign: string
  readonly meaning: string
}

/** The layout of an inspection: its lanes, the labels of the axis in milliseconds since `from`, and the legend. */
export interface Layout {
  readonly from: Date
  readonly ticks: ReadonlyArray<{ readonly left: number; readonly ms: number }>
  readonly lanes: ReadonlyArray<PlacedLane>
  readonly legend: ReadonlyArray<LegendEntry>
}

/** The minimum width of an item in percent of its lane, so that its sign is fully visible. */
export type MinWidth = (item: TimelineItem) => number

/** The maximum number of rows of a lane. Items that find no free row overlap others in the last one. */
export const maxRows = 8

/** The tolerated rounding error of a position, in percent. */
const tolerance = 0.001

const placeItems = (
  items: ReadonlyArray<TimelineItem>,
  from: number,
  span: number,
  minWidth: MinWidth,
): ReadonlyArray<PlacedTimelineItem> => {
  const ends: Array<number> = []
  return items.map((item) => {
    const start = Math.max(item.from, from)
    const width = (((item.to ?? start) - start) / span) * 100
    const usedWidth = Math.max(width, minWidth(item))
    const position = ((start - from) / span) * 100
    // A bar at the end of the axis is moved to the left, so that its sign is fully visible.
    const left = item.to === undefined ? position : Math.max(Math.min(position, 100 - usedWidth), 0)
    const freeRow = Array.from({ length: maxRows }, (_, row) => row).find(
      (row) => (ends[row] ?? -1) <= left + tolerance,
    )
    const row = freeRow ?? maxRows - 1
    ends[row] = left + usedWidth
    return { ...item, row, left, width }
  })
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const sixtieths = [1, 2, 5, 10, 15, 30]
const steps = [...sixtieths.map((count) => count * minute), ...[1, 2, 3, 6, 12].map((count) => count * hour)]

/** The smallest of 1, 2 or 5 times a power of ten of which four cover the span. */
const decimalStep = (span: number): number => {
  const power = 10 ** Math.floor(Math.log10(span / 4))
  return ([1, 2, 5].find((factor) => factor * power * 4 >= span) ?? 10) * power
}

/** A readable step of which about four cover the span: decimal up to 30 s, then in the divisions of clocks, then in days. */
const stepOf = (span: number): number => {
  const decimal = decimalStep(span)
  if (decimal <= 30_000) return decimal
  return steps.find((step) => step * 4 >= span) ?? Math.max(decimalStep(span / day), 1) * day
}

/** The legend of the lanes: one entry for each kind of bar or mark, bars first. */
const legendOf = (lanes: ReadonlyArray<PlacedLane>): ReadonlyArray<LegendEntry> => {
  const entries = new Map<string, LegendEntry>()
  for (const { kind, sign, meaning, to } of lanes.flatMap(({ items }) => items)) {
    const isBar = to !== undefined
    const id = `${isBar ? 'bar' : 'mark'}-${kind}`
    if (meaning !== undefined)
      entries.set(id, { id, isBar, kind, meaning, sign: isBar ? sign.replace(/\d+ ?/, '') : sign })
  }
  return Array.from(entries.values()).sort((a, b) => Number(b.isBar) - Number(a.isBar))
}

/** Computes the layout of the last `maxSpan` milliseconds of an inspection, on one time axis for all lanes. */
export const timelineLayout = (inspection: Inspection, maxSpan: number, minWidth: MinWidth): Layout => {
  const lanes = timelineItems(inspection)
  const last = isSome(inspection.last) ? inspection.last.value.getTime() : 0
  const allItems = lanes.flatMap(({ items }) => items)
  const first = allItems.reduce((earliest, { from }) => Math.min(earliest, from), last)
  const from = Math.max(first, last - maxSpan)
  const span = Math.max(last - from, 1)
  const step = stepOf(span)
  const placedLanes = lanes.flatMap(({ id, name, items }) => {
    const visible = items.filter((item) => (item.to ?? item.from) >= from)
    const placedItems = placeItems(visible, from, span, minWidth)
    const rows = placedItems.reduce((max, { row }) => Math.max(max, row + 1), 0)
    return rows === 0 ? [] : [{ id, name, rows, items: placedItems }]
  })
  return {
    from: new Date(from),
    ticks: Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => ({
      left: ((index * step) / span) * 100,
      ms: index * step,
    })),
    lanes: placedLanes,
    legend: legendOf(placedLanes),
  }
}
