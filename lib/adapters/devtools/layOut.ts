import { isSome } from 'fp-ts/lib/Option.js'
import type { Inspection } from './Inspection.js'
import { type Item, itemsOf } from './itemsOf.js'

/** An item in its place: row from 0, left edge and width in percent of its lane. */
export interface PlacedItem extends Item {
  readonly row: number
  readonly left: number
  readonly width: number
}

/** A lane in its place. */
export interface PlacedLane {
  readonly id: string
  readonly name: string
  readonly rows: number
  readonly items: ReadonlyArray<PlacedItem>
}

/** How items of a form look, and what that means. */
export interface LegendEntry {
  readonly id: string
  readonly isBar: boolean
  readonly kind: Item['kind']
  readonly sign: string
  readonly meaning: string
}

/** What is drawn of an inspection: the lanes, labels of the axis in milliseconds since `from`, and what the items mean. */
export interface Layout {
  readonly from: Date
  readonly ticks: ReadonlyArray<{ readonly left: number; readonly ms: number }>
  readonly lanes: ReadonlyArray<PlacedLane>
  readonly legend: ReadonlyArray<LegendEntry>
}

/** The percent of a lane that an item takes at least, by its sign, which is shown whole. */
export type LeastWidth = (item: Item) => number

/** How many rows a lane has at most; what finds no place lies over others in the last one. */
export const maxRows = 8

/** What rounding may take from a place, in percent. */
const tolerance = 0.001

const place = (
  items: ReadonlyArray<Item>,
  from: number,
  span: number,
  leastWidth: LeastWidth,
): ReadonlyArray<PlacedItem> => {
  const ends: Array<number> = []
  return items.map((item) => {
    const begin = Math.max(item.from, from)
    const width = (((item.to ?? begin) - begin) / span) * 100
    const taken = Math.max(width, leastWidth(item))
    const wanted = ((begin - from) / span) * 100
    // A bar at the end of the axis lies before it with all of its sign.
    const left = item.to === undefined ? wanted : Math.max(Math.min(wanted, 100 - taken), 0)
    const free = Array.from({ length: maxRows }, (_, row) => row).find((row) => (ends[row] ?? -1) <= left + tolerance)
    const row = free ?? maxRows - 1
    ends[row] = left + taken
    return { ...item, row, left, width }
  })
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const sixties = [1, 2, 5, 10, 15, 30]
const steps = [...sixties.map((count) => count * minute), ...[1, 2, 3, 6, 12].map((count) => count * hour)]

/** 1, 2 or 5 times a power of ten, the first of which four are as much as the span or more. */
const decimalStep = (span: number): number => {
  const power = 10 ** Math.floor(Math.log10(span / 4))
  return ([1, 2, 5].find((factor) => factor * power * 4 >= span) ?? 10) * power
}

/** A step that reads well, of which about four make the span: as clocks count from a minute on, and in days from a day. */
const stepOf = (span: number): number => {
  const decimal = decimalStep(span)
  if (decimal <= 30_000) return decimal
  return steps.find((step) => step * 4 >= span) ?? Math.max(decimalStep(span / day), 1) * day
}

/** What the items of some lanes mean, each look once: bars first. */
const legendOf = (lanes: ReadonlyArray<PlacedLane>): ReadonlyArray<LegendEntry> => {
  const entries = new Map<string, LegendEntry>()
  for (const { kind, sign, meaning, to } of lanes.flatMap(({ items }) => items)) {
    const isBar = to !== undefined
    const id = `${isBar ? 'bar' : 'mark'}-${kind}`
    if (meaning !== undefined)
      entries.set(id, { id, isBar, kind, meaning, sign: isBar ? sign.replace(/\d+ ?/, '') : sign })
  }
  return Array.from(entries.values()).sort((one, other) => Number(other.isBar) - Number(one.isBar))
}

/** Lays an inspection out: the latest `latest` milliseconds of it, on one axis of time for all lanes. */
export const layOut = (inspection: Inspection, latest: number, leastWidth: LeastWidth): Layout => {
  const lanes = itemsOf(inspection)
  const last = isSome(inspection.last) ? inspection.last.value.getTime() : 0
  const all = lanes.flatMap(({ items }) => items)
  const first = all.reduce((earliest, { from }) => Math.min(earliest, from), last)
  const from = Math.max(first, last - latest)
  const span = Math.max(last - from, 1)
  const step = stepOf(span)
  const placedLanes = lanes.flatMap(({ id, name, items }) => {
    const shown = items.filter((item) => (item.to ?? item.from) >= from)
    const placed = place(shown, from, span, leastWidth)
    const rows = placed.reduce((most, { row }) => Math.max(most, row + 1), 0)
    return rows === 0 ? [] : [{ id, name, rows, items: placed }]
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
