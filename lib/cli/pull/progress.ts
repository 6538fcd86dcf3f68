import { count, duration, plural } from '../formatText.js'
import type { Line } from '../styledLine.js'

/** The progress of a list; `ms` since it was started; `rejected`: how many rows were left out. */
export interface Progress {
  readonly resource: string
  readonly rows: number
  readonly rejected: number
  readonly pages: number
  readonly ms: number
}

const rate = ({ rows, ms }: Progress): string => `${count((rows * 1000) / Math.max(ms, 1))}/s`

/** The status line: the most important pieces first, as those that do not fit are cut off. */
export const progressLine = (progress: Progress): Line => [
  ['strong', count(progress.rows)],
  ` ${progress.resource}`,
  ['faint', `  ${plural(progress.pages, 'page')}  ${duration(progress.ms)}  ${rate(progress)}`],
]

/** The last line: what was written, and where to. */
export const summary = ({ resource, rows, rejected, pages, ms }: Progress, file: string | undefined): string => {
  const left = rejected === 0 ? '' : `, without ${plural(rejected, 'row')} that could not be decoded`
  const what = `${count(rows)} ${resource} in ${plural(pages, 'page')} and ${duration(ms)}${left}`
  return file === undefined ? what : `${what}, written to ${file}`
}
