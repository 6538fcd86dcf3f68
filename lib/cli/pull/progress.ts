import { count, duration, plural } from '../format.js'
import type { Line } from '../line.js'

/** The progress of a list; `ms` since it was started. */
export interface Progress {
  readonly resource: string
  readonly rows: number
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
export const summary = ({ resource, rows, pages, ms }: Progress, file: string | undefined): string => {
  const what = `${count(rows)} ${resource} in ${plural(pages, 'page')} and ${duration(ms)}`
  return file === undefined ? what : `${what}, written to ${file}`
}
