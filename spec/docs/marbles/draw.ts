import type { Diagram } from './Diagram.js'
import { drawLane } from './drawLane.js'
import { drawLegend } from './drawLegend.js'
import type { Scale } from './Scale.js'
import { arrow, box, element, line, text } from './svg.js'
import { style } from './theme.js'

const width = 720
const left = 44
const right = 34
const top = 14

const seconds = { ms: 1000, name: 's' }

const drawAxis = ({ span, step, unit = seconds }: Diagram, { x, end }: Scale, y: number): string => {
  const ticks = Array.from({ length: Math.ceil(span / step) }, (_, index) => index * step)
  return [
    ...ticks.map((ms) => line(x(ms), top, x(ms), y, 'grid')),
    line(x(0), y, end, y, 'line') + arrow(end, y, 'line'),
    ...ticks.map((ms) => line(x(ms), y - 3, x(ms), y + 3, 'line')),
    ...ticks.map((ms) => text(x(ms), y + 17, `${String(ms / unit.ms)} ${unit.name}`, 'faint')),
  ].join('')
}

/** What a file of SVG has: its title and description are for those who cannot see it. */
interface Drawing {
  readonly title: string
  readonly description: string
  readonly width: number
  readonly height: number
  readonly drawn: ReadonlyArray<string>
}

/** A file of SVG, with the colours of the theme. */
export const svg = (name: string, { title, description, width, height, drawn }: Drawing): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}"`,
    `  role="img" aria-labelledby="${name}-title ${name}-desc">`,
    element('title', { id: `${name}-title` }, title),
    element('desc', { id: `${name}-desc` }, description),
    `<style>${style}</style>`,
    box(0, 0, width, height, 8, 'back'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')

/** A diagram as SVG. */
export const draw = (name: string, diagram: Diagram): string => {
  const { title, description, span, panels } = diagram
  const scale: Scale = {
    x: (ms) => left + (ms / span) * (width - left - right),
    end: width - right + 10,
    start: left - 24,
  }
  const lanes: Array<string> = []
  let y = top
  for (const panel of panels) {
    for (const lane of panel) {
      const { drawn, height } = drawLane(scale, lane, y)
      lanes.push(drawn)
      y += height + 10
    }
    y += 16
  }
  const height = y + 50
  const drawn = [drawAxis(diagram, scale, y), ...lanes, drawLegend(scale, diagram, height - 14)]
  return svg(name, { title, description, width, height, drawn })
}
