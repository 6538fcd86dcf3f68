import type { Diagram, Mark } from './Diagram.js'
import type { Scale } from './Scale.js'
import { signs } from './signs.js'
import { text } from './svg.js'

interface Entry {
  readonly kind: Mark['kind']
  readonly word: string
  /** How far the sign lies below its line, and how much of its size it has here. */
  readonly below: number
  readonly size: number
}

const entries: ReadonlyArray<Entry> = [
  { kind: 'subscribe', word: 'subscribed', below: 20, size: 1 },
  { kind: 'unsubscribe', word: 'unsubscribed', below: 0, size: 0.9 },
  { kind: 'complete', word: 'completed', below: 0, size: 0.5 },
  { kind: 'error', word: 'errored', below: 0, size: 0.8 },
]

/** What the signs mean that are in a diagram. */
export const drawLegend = ({ start }: Scale, { panels }: Diagram, y: number): string => {
  const used = new Set(panels.flat(1).flatMap(({ marks }) => marks.map(({ kind }) => kind)))
  return entries
    .filter(({ kind }) => used.has(kind))
    .map(({ kind, word, below, size }, index) => {
      const x = start + 6 + index * 110
      const sign = signs[kind](0, -below, { at: 0, kind })
      const placed = `<g transform="translate(${String(x)} ${String(y)}) scale(${String(size)})">${sign}</g>`
      return placed + text(x + 12, y + 4, word, 'faint start')
    })
    .join('')
}
