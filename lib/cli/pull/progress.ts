import { count, duration, plural } from '../formatText.js'
import type { Line } from '../styledLine.js'

/** The progress of a list; `ms`: milliseconds since the start; `rejected`: how many rows were omitted. */
export interface Progress {
  readonly resource: string
  readonly rows: number
  readonly rejected: number
  readonly pages: number
  readonly ms: number
}

const rate = ({ rows, ms }: Progress): string => `${count((rows * 1000) / Math.max(ms, 1))}/s`

/** The status line: the most important pieces first, because the end may be cut off. */
export const progressLine = (progress: Progress): Line => [
  ['strong', count(progress.rows)],
  ` ${progress.resource}`,
  ['faint', `  ${plural(progress.pages, 'page')}  ${duration(progress.ms)}  ${rate(progress)}`],
]

/** The last line: how many rows were written, and to which file. */
export const summary = ({ resource, rows, rejected, pages, ms }: Progress, file: string | undefined): string => {
  const omitted = rejected === 0 ? '' : `, without ${plural(rejected, 'row')} that could not be decoded`
  const text = `${count(rows)} ${resource} in ${plural(pages, 'page')} and ${duration(ms)}${omitted}`
  return file === undefined ? text : `${text}, written to ${file}`
}
