import { median } from './median.mjs'

const range = (values) => [Math.min(...values), Math.max(...values)]

/** The runs of one suite as one: the median of each figure, with its range. */
export const summary = (runs) => ({
  rows: runs[0].rows.map(({ suite, name, unit, ratio }, at) => {
    const ratios = runs.map(({ rows }) => rows[at].ratio)
    return {
      suite,
      name,
      median: median(runs.map(({ rows }) => rows[at].value)),
      unit,
      ratio: ratio === null ? null : median(ratios),
      ...(ratio === null ? {} : { range: range(ratios) }),
    }
  }),
  bars: runs[0].bars.map((bar, at) => {
    const reached = runs.map(({ bars }) => bars[at].reached)
    const middle = median(reached)
    const holds = middle <= (bar.most ?? Infinity) && middle >= (bar.least ?? -Infinity)
    return { ...bar, reached: middle, range: range(reached), holds }
  }),
})
