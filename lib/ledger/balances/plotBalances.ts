import { daysSinceEpoch, dayText } from '../../base/codec/calendar.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { DailyBalance } from './balancesOf.js'

/** The size of a plot, in SVG user units. */
export interface PlotConfig {
  readonly width: number
  readonly height: number
  /**
   * The minimum distance between the labels of two days, in SVG user units; default 80, enough for a date in a small
   * font.
   */
  readonly labelWidth?: number
}

/** A position in a plot; `y` grows downwards, as in SVG. */
interface Place {
  readonly x: number
  readonly y: number
}

/**
 * A plot of balances, in SVG user units. Reported balances are marks and computed ones are only a line, so that a
 * reader can tell them apart without colours.
 *
 * - `line`: the `d` attribute of a path, with a part for each run of days without a gap. A run of a single day is a
 *   horizontal line, one day wide.
 * - `reported`: the balances that the service reported, to be marked on the line.
 * - `gaps`: the days without a balance, from the end of one part of the line to the start of the next.
 * - `amounts`: round amounts, from the lowest to the highest, for grid lines. They include 0 if it lies between the
 *   balances.
 * - `days`: at most five days, for labels below the plot; fewer if they would be less than `labelWidth` apart.
 */
export interface BalancePlot {
  readonly line: string
  readonly reported: ReadonlyArray<Place & { readonly day: string; readonly minorUnits: bigint }>
  readonly gaps: ReadonlyArray<{
    readonly x: number
    readonly width: number
    readonly from: string
    readonly to: string
  }>
  readonly amounts: ReadonlyArray<{ readonly y: number; readonly minorUnits: bigint }>
  readonly days: ReadonlyArray<{ readonly x: number; readonly day: string }>
}

const configCodec = /* @__PURE__ */ options(
  'options',
  { width: /* @__PURE__ */ integer(1, 100_000), height: /* @__PURE__ */ integer(1, 100_000) },
  { labelWidth: /* @__PURE__ */ integer(1, 100_000) },
)

type KnownPoint = Extract<DailyBalance, { readonly minorUnits: bigint }>

const isKnown = (point: DailyBalance): point is KnownPoint => point._tag !== 'unknown'

const minOf = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least `min`. */
const roundStep = (min: bigint): bigint => {
  const tens = 10n ** BigInt(Math.max(0, String(maxOf(min, 1n)).length - 1))
  return [1n, 2n, 5n, 10n].map((factor) => factor * tens).find((step) => step >= min) ?? tens
}

/** The largest multiple of a step that is not larger than a value. */
const roundDown = (value: bigint, step: bigint): bigint => {
  const remainder = ((value % step) + step) % step
  return value - remainder
}

/** Equally spaced round amounts that enclose all balances, from the lowest to the highest. */
const roundAmounts = (values: ReadonlyArray<bigint>): ReadonlyArray<bigint> => {
  const low = values.reduce(minOf)
  const high = values.reduce(maxOf)
  const step = roundStep(low === high ? maxOf(low < 0n ? -low : low, 10n) / 10n : (high - low + 3n) / 4n)
  const first = low === high ? roundDown(low, step) - step : roundDown(low, step)
  const last = low === high ? first + 2n * step : -roundDown(-high, step)
  return Array.from({ length: Number((last - first) / step) + 1 }, (_, index) => first + BigInt(index) * step)
}

/** Splits a list between neighbours for which `isBreak` is true. */
const splitWhere = <A>(
  list: ReadonlyArray<A>,
  isBreak: (one: A, next: A) => boolean,
): ReadonlyArray<ReadonlyArray<A>> => {
  const parts: Array<Array<A>> = []
  let last: A | undefined
  for (const item of list) {
    if (last === undefined || isBreak(last, item)) parts.push([item])
    else parts.at(-1)?.push(item)
    last = item
  }
  return parts
}

const emptyPlot: BalancePlot = { line: '', reported: [], gaps: [], amounts: [], days: [] }

const rounded = (value: number): number => Math.round(value * 100) / 100

/**
 * Lays out a series from `balancesOf` as an SVG plot. Amounts may be of any size: only positions are rounded.
 *
 * Days without a balance are gaps, and so are days with a balance in a currency other than the last balance's. Draw the
 * line and a mark for each balance in `reported`, and add a table for screen readers. The plot of a series without
 * balances is empty. Throws a `ConfigError` for a wrong size.
 *
 * @example
 * import { plotBalances } from 'rxbank/balances'
 *
 * const euros = { currency: 'EUR' }
 * const plot = plotBalances(
 *   [
 *     { ...euros, _tag: 'computed', day: '2026-01-01', minorUnits: 6200n },
 *     { ...euros, _tag: 'reported', day: '2026-01-02', minorUnits: 5000n },
 *   ],
 *   { width: 300, height: 100 },
 * )
 * assert.deepStrictEqual(plot.line, 'M0 20L300 100')
 * assert.deepStrictEqual(plot.reported, [{ x: 300, y: 100, day: '2026-01-02', minorUnits: 5000n }])
 */
export const plotBalances = (series: ReadonlyArray<DailyBalance>, config: PlotConfig): BalancePlot => {
  const { width, height, labelWidth = 80 } = decodeOptions(configCodec, config)
  const all = series.filter(isKnown)
  const known = all.filter(({ currency }) => currency === all.at(-1)?.currency)
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return emptyPlot

  const start = daysSinceEpoch(first.day)
  const span = daysSinceEpoch(last.day) - start
  const dayWidth = span === 0 ? width : width / span
  const xOf = (day: string): number => (span === 0 ? width / 2 : (daysSinceEpoch(day) - start) * dayWidth)
  const amounts = roundAmounts(known.map(({ minorUnits }) => minorUnits))
  const [lowest = 0n, highest = 0n] = [amounts[0], amounts.at(-1)]
  const yOf = (units: bigint): number => (Number(((highest - units) * 1_000_000n) / (highest - lowest)) * height) / 1e6

  const placeOf = ({ day, minorUnits }: KnownPoint): Place => ({ x: rounded(xOf(day)), y: rounded(yOf(minorUnits)) })
  const runs = splitWhere(known, (one, next) => daysSinceEpoch(next.day) - daysSinceEpoch(one.day) > 1)
  /** The horizontal start and end of the line of a run. */
  const extentOf = (run: ReadonlyArray<KnownPoint>): readonly [start: number, end: number] => {
    const [from, to] = [run[0], run.at(-1)].map((point) => (point === undefined ? 0 : xOf(point.day)))
    const margin = run.length === 1 ? dayWidth / 2 : 0
    return [rounded(Math.max(0, (from ?? 0) - margin)), rounded(Math.min(width, (to ?? 0) + margin))]
  }
  const lineOf = (run: ReadonlyArray<KnownPoint>): string => {
    const [first] = run
    if (run.length > 1 || first === undefined)
      return run
        .map((point, index) => `${index === 0 ? 'M' : 'L'}${String(placeOf(point).x)} ${String(placeOf(point).y)}`)
        .join('')
    const [from, to] = extentOf(run)
    return `M${String(from)} ${String(placeOf(first).y)}H${String(to)}`
  }
  const gaps = runs.slice(1).flatMap((run, index) => {
    const previous = runs[index] ?? []
    const [before, after] = [previous.at(-1), run[0]]
    if (before === undefined || after === undefined) return []
    const [x, end] = [extentOf(previous)[1], extentOf(run)[0]]
    const [from, to] = [daysSinceEpoch(before.day) + 1, daysSinceEpoch(after.day) - 1].map(dayText)
    return [{ x, width: rounded(end - x), from: from ?? '', to: to ?? '' }]
  })
  const intervals = [4, 3, 2, 1].find((parts) => Math.floor(span / parts) * dayWidth >= labelWidth) ?? 0
  const labelledDays = new Set(
    Array.from({ length: intervals + 1 }, (_, index) => start + Math.round((index * span) / Math.max(1, intervals))),
  )
  return {
    line: runs.map(lineOf).join(''),
    reported: known
      .filter(({ _tag }) => _tag === 'reported')
      .map((point) => ({ ...placeOf(point), day: point.day, minorUnits: point.minorUnits })),
    gaps,
    amounts: amounts.map((minorUnits) => ({ y: rounded(yOf(minorUnits)), minorUnits })),
    days: Array.from(labelledDays, (day) => ({ x: rounded(xOf(dayText(day))), day: dayText(day) })),
  }
}
