import type { Tone } from './Diagram.js'
import { svg } from './draw.js'
import { toneClass } from './signs.js'
import { arrow, box, line, path, text } from './svg.js'

/**
 * The states of an item, of which `wait` is one.
 *
 * - `waiting`: what the service says while there is something to wait for.
 * - `ends`: of each other state what led there, and whether it was left again, for `wait`.
 */
export interface States {
  readonly waiting: ReadonlyArray<string>
  readonly ends: ReadonlyMap<string, { readonly said: ReadonlySet<string>; readonly isLeft: boolean }>
}

/** The other states in the order of the guide, and how each looks. */
const tones: Readonly<Record<string, Tone>> = {
  ok: 1,
  logIn: 2,
  actAtBank: 2,
  enterCode: 2,
  retryLater: 3,
  unsupported: 'failed',
  unknown: 'aborted',
}

const [width, row, top] = [720, 50, 34]
const wait = { x: 24, width: 190 }
const end = { x: 520, width: 176, height: 30 }

/** The head of an arrow to the left. */
const arrowBack = (x: number, y: number): string =>
  path(
    [x + 6, y - 4],
    [
      [-6, 4],
      [6, 4],
    ],
    'line',
  )

const drawEnd = ({ ends }: States, name: string, y: number): string => {
  const { said = new Set<string>(), isLeft = false } = ends.get(name) ?? {}
  const [from, to] = [wait.x + wait.width, end.x]
  const back = isLeft ? line(from, y + 7, to, y + 7, 'line') + arrowBack(from, y + 7) : ''
  return [
    box(end.x, y - end.height / 2, end.width, end.height, 8, toneClass(tones[name])),
    text(end.x + end.width / 2, y + 4, name, 'in'),
    ...(said.size === 0 ? [] : [line(from, y - 7, to, y - 7, 'line') + arrow(to, y - 7, 'line')]),
    back,
    text((from + to) / 2, y - 13, [...said].join(', '), 'small'),
  ].join('')
}

/** The states of an item as SVG. */
export const drawStates = (name: string, states: States): string => {
  const names = Object.keys(tones)
  const unknown = [...states.ends.keys()].filter((state) => !names.includes(state))
  if (unknown.length > 0) throw new Error(`drawStates: no place for ${unknown.join(', ')}`)
  const height = top + names.length * row + 30
  const middle = wait.x + wait.width / 2
  const centre = top + (names.length * row) / 2
  const drawn = [
    box(wait.x, top - 8, wait.width, names.length * row - 8, 8, toneClass(0)),
    text(middle, centre - states.waiting.length * 8 - 14, 'wait', 'in'),
    ...states.waiting.map((said, index) =>
      text(middle, centre + 10 + (index - states.waiting.length / 2) * 17, said, 'in small'),
    ),
    ...names.map((state, index) => drawEnd(states, state, top + 14 + index * row)),
    text(wait.x, height - 14, '→ what the service says', 'faint start'),
    text(wait.x + 190, height - 14, '← a refresh begins', 'faint start'),
  ]
  return svg(name, {
    title: 'The states of an item',
    description:
      'An item waits while it is new, was edited, or a refresh is running. Then the service sends a number of the ' +
      'item or a word of the refresh, which leads to one of seven other states. The next refresh leads from each of ' +
      'them back to wait. 777 stands for all numbers that the profile lacks.',
    width,
    height,
    drawn,
  })
}
