import type { Bar, Lane, Mark } from './Diagram.js'
import type { Scale } from './Scale.js'
import { radius, signs, toneClass } from './signs.js'
import { arrow, box, line, text } from './svg.js'

const nameHeight = 20
const captionHeight = 15
const caretHeight = 14
const barHeight = 18
/** The width of a letter in a name, about. */
const letter = 7.3

const fits = ({ x }: Scale, { from, to, label }: Bar): boolean => label.length * 8 < x(to) - x(from)

const drawBar = (scale: Scale, y: number, bar: Bar): string => {
  const { from, to, label, tone } = bar
  const x = scale.x(from)
  const width = Math.max(scale.x(to) - x, 2)
  const [base, style] = fits(scale, bar) ? [y + 4, 'small in'] : [y - barHeight / 2 - 5, 'small']
  return box(x, y - barHeight / 2, width, barHeight, 3, toneClass(tone)) + text(x + width / 2, base, label, style)
}

/** Bars that overlap the one before stand in the other of two rows. */
const rowsOf = (bars: ReadonlyArray<Bar>): ReadonlyArray<number> => {
  const rows: Array<number> = []
  for (const [index, { from }] of bars.entries()) {
    const before = bars[index - 1]
    rows.push(before !== undefined && from < before.to ? 1 - (rows[index - 1] ?? 0) : 0)
  }
  return rows
}

const isEnd = ({ kind }: Mark): boolean => kind !== 'subscribe' && kind !== 'next'

/** A lane below `top`: its name, its line from the subscription to the end, and on it what was recorded. */
export const drawLane = (scale: Scale, { name, marks, bars }: Lane, top: number) => {
  const isCaptioned = marks.some(({ caption, failed }) => caption !== undefined && failed !== true)
  const isSubscribed = marks.some(({ kind }) => kind === 'subscribe')
  const rows = rowsOf(bars)
  const extent = bars.length > 0 ? barHeight / 2 : radius
  const lift = isCaptioned || bars.some((bar) => !fits(scale, bar)) ? captionHeight : 0
  const y = top + nameHeight + lift + extent
  const begin = isSubscribed ? scale.x(marks[0]?.at ?? 0) : scale.x(0)
  const last = marks.find(isEnd)
  const drawn = [
    last === undefined
      ? line(begin, y, scale.end, y, 'line') + arrow(scale.end, y, 'line')
      : line(begin, y, scale.x(last.at), y, 'line'),
    box(scale.start, top, name.length * letter, 16, 0, 'back'),
    text(scale.start, top + 12, name, 'name'),
    ...bars.map((bar, index) => drawBar(scale, y + (rows[index] ?? 0) * (barHeight + 3), bar)),
    // A marble stands before the sign of an end at the same moment.
    ...[...marks.filter(isEnd), ...marks.filter((mark) => !isEnd(mark))].map((mark) =>
      signs[mark.kind](scale.x(mark.at), y, mark),
    ),
  ].join('')
  const below = isSubscribed ? caretHeight : rows.includes(1) ? barHeight + 3 : 0
  return { drawn, height: y + extent + below - top }
}
