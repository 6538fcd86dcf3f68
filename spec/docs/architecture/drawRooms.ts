import { svg } from '../marbles/draw.js'
import { box, element, number, path, text } from '../marbles/svg.js'

interface Point {
  readonly x: number
  readonly y: number
}

/** A room by the middle of its box, with the folders or entry points in it. */
interface Room extends Point {
  readonly name: string
  readonly contents: string
  readonly width: number
  readonly height: number
}

/** That a room imports another, and where the line to it bends. */
interface Import {
  readonly from: Room
  readonly to: Room
  readonly bends: ReadonlyArray<Point>
}

/** The rooms as `placeRooms` has placed them. */
export interface Placed {
  readonly width: number
  readonly height: number
  readonly rooms: ReadonlyArray<Room>
  readonly imports: ReadonlyArray<Import>
}

const drawRoom = ({ name, contents, x, y, width, height }: Room): string => {
  const frame = (radius: number, style: string) => box(x - width / 2, y - height / 2, width, height, radius, style)
  if (contents === '') return frame(3, 'aborted') + text(x, y + 4, name, 'in')
  return frame(12, 't0') + text(x, y - 3, name, 'in') + text(x, y + 12, contents, 'in small')
}

/** Where a line from or to a point meets a box: on its upper or its lower edge, not at its corners. */
const meeting = ({ x, y, width, height }: Room, towards: Point): Point => {
  const reach = width / 2 - 14
  return { x: Math.min(Math.max(towards.x, x - reach), x + reach), y: y + (towards.y > y ? height : -height) / 2 }
}

/** A curve from a point to a lower one, which begins and ends upright. */
const curve = (from: Point, to: Point): string => {
  const middle = number((from.y + to.y) / 2)
  return `C${number(from.x)} ${middle} ${number(to.x)} ${middle} ${number(to.x)} ${number(to.y)}`
}

/** A line with the head of an arrow, from a room by way of points to one that it imports. */
const drawImport = ({ from, to, bends }: Import): string => {
  const start = meeting(from, bends[0] ?? to)
  const end = meeting(to, bends.at(-1) ?? from)
  const points = [start, ...bends, end]
  const curves = points.slice(1).map((point, index) => curve(points[index] ?? start, point))
  return [
    element('path', { d: `M${number(start.x)} ${number(start.y)}${curves.join('')}`, class: 'line' }),
    path(
      [end.x - 4, end.y - 6],
      [
        [4, 6],
        [4, -6],
      ],
      'line',
    ),
  ].join('')
}

/** The rooms as SVG. */
export const drawRooms = (name: string, { width, height, rooms, imports }: Placed): string =>
  svg(name, {
    title: 'The rooms of lib/',
    description: imports.map(({ from, to }) => `${from.name} imports ${to.name}.`).join(' '),
    width: Math.ceil(width),
    height: Math.ceil(height),
    drawn: [...imports.map(drawImport), ...rooms.map(drawRoom)],
  })
