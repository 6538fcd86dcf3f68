import type { Mark, Tone } from './Diagram.js'
import { circle, line, path, text } from './svg.js'

/** Of a marble that has a label; one that has none is smaller. */
export const radius = 13
const smallRadius = 7

/** The class of a tone. */
export const toneClass = (tone: Tone = 0): string => (typeof tone === 'number' ? `t${String(tone)}` : tone)

const cross = (x: number, y: number, size: number, style: string): string =>
  line(x - size, y - size, x + size, y + size, style) + line(x - size, y + size, x + size, y - size, style)

const failure = (x: number, y: number, words: string): string =>
  cross(x, y, 4, 'failed') + text(x + 9, y + 4, words, 'start small')

const marble = (x: number, y: number, { label, caption = '', tone, failed = false }: Mark): string => {
  const size = label === undefined ? smallRadius : radius
  const words = failed ? failure(x + radius, y - radius, caption) : text(x, y - size - 6, caption, 'small')
  return [circle(x, y, size, toneClass(tone)), text(x, y + 4, label ?? '', 'in'), words].join('')
}

/** How the marks of a lane at height `y` are drawn: those of RxJS's marble diagrams. */
export const signs: Readonly<Record<Mark['kind'], (x: number, y: number, mark: Mark) => string>> = {
  subscribe: (x, y) =>
    path(
      [x - 4, y + radius + 11],
      [
        [4, -7],
        [4, 7],
      ],
      'ink',
    ),
  unsubscribe: (x, y) => line(x, y - 9, x, y + 2, 'ink') + line(x, y + 8, x, y + 8, 'ink'),
  complete: (x, y) => line(x, y - radius - 6, x, y + radius + 6, 'ink'),
  error: (x, y, { caption = '' }) => cross(x, y, 7, 'ink') + text(x, y - radius - 6, caption, 'small'),
  next: marble,
}
