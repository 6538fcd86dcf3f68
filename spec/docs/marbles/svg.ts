/** A number as it stands in a drawing: a tenth of a pixel is enough. */
export const number = (value: number): string => String(Math.round(value * 10) / 10)

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** An element; attributes that are empty are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? number(value) : escaped(value)}"`)
  return `<${name}${written.join('')}${content === undefined ? '/>' : `>${escaped(content)}</${name}>`}`
}

/** A text whose base line is at `y`; nothing for an empty one. */
export const text = (x: number, y: number, content: string, style = ''): string =>
  content === '' ? '' : element('text', { x, y, class: style }, content)

export const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
  element('line', { x1, y1, x2, y2, class: style })

export const circle = (cx: number, cy: number, r: number, style: string): string =>
  element('circle', { cx, cy, r, class: style })

export const box = (x: number, y: number, width: number, height: number, rx: number, style: string): string =>
  element('rect', { x, y, width, height, rx, class: style })

/** Lines from a point, each by so much to the right and down. */
export const path = (
  [x, y]: readonly [number, number],
  steps: ReadonlyArray<readonly [number, number]>,
  style: string,
): string => {
  const d = [`M${number(x)} ${number(y)}`, ...steps.map(([right, down]) => `l${number(right)} ${number(down)}`)].join(
    '',
  )
  return element('path', { d, class: style })
}

/** The head of an arrow to the right. */
export const arrow = (x: number, y: number, style: string): string =>
  path(
    [x - 6, y - 4],
    [
      [6, 4],
      [-6, 4],
    ],
    style,
  )
