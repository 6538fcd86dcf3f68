import { svg } from '../marbles/draw.js'
import { box, line, path, text } from '../marbles/svg.js'

/** A room of lib/, what is in it, and the rooms that it imports. */
export interface Room {
  readonly name: string
  readonly contents: ReadonlyArray<string>
  readonly imports: ReadonlyArray<string>
}

const [width, height, gap, margin] = [720, 36, 18, 12]
const [letter, chipsFrom] = [6.9, 130]

const drawChips = (contents: ReadonlyArray<string>, y: number): string => {
  let x = chipsFrom
  return contents
    .map((name) => {
      const chipWidth = name.length * letter + 16
      const chip = box(x, y + 7, chipWidth, height - 14, 5, 'back') + text(x + chipWidth / 2, y + 22, name, 'in small')
      x += chipWidth + 8
      return chip
    })
    .join('')
}

/** An arrow from a room to the one below it. */
const drawArrow = (y: number): string =>
  line(60, y, 60, y + gap - 2, 'line') +
  path(
    [56, y + gap - 8],
    [
      [4, 6],
      [4, -6],
    ],
    'line',
  )

/** The rooms as SVG, one below the other: each imports rooms below it alone. */
export const drawRooms = (name: string, rooms: ReadonlyArray<Room>): string => {
  const top = (index: number) => margin + index * (height + gap)
  return svg(name, {
    title: 'The rooms of lib/',
    description: rooms
      .filter(({ imports }) => imports.length > 0)
      .map((room) => `${room.name} imports ${room.imports.join(', ')}.`)
      .join(' '),
    width,
    height: top(rooms.length) - gap + margin,
    drawn: rooms.map((room, index) =>
      [
        box(margin, top(index), width - 2 * margin, height, 8, 't0'),
        text(margin + 12, top(index) + 22, room.name, 'in start'),
        drawChips(room.contents, top(index)),
        index === rooms.length - 1 ? '' : drawArrow(top(index) + height),
      ].join(''),
    ),
  })
}
