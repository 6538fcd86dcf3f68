import { isNone, some } from 'fp-ts/lib/Option.js'
import { type Answer, badRequest, json } from './Answer.js'
import type { Call } from './Call.js'
import type { Cursor } from './cursor.js'
import { type Place, type Source, top } from './Source.js'

type Direction = 'before' | 'after'

const greatest = 500
const start: Cursor = { ...top, hops: 0, laps: 0 }

const readLimit = (text: string | null): number | undefined => {
  if (text === null) return 50
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return limit >= 1 && limit <= greatest ? limit : undefined
}

/** Writes links to other pages: with the parameters that say where, how many, and since when. */
const linker = ({ request, parameters, state }: Call, scope: string) => {
  const kept = ['limit', state.profile.since.parameter].flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [`&${name}=${encodeURIComponent(value)}`]
  })
  return (direction: Direction, { rank, id }: Place, hops = 0, laps = 0): string => {
    const cursor = state.cursors.encode(scope, { rank, id, hops, laps })
    return `${request.path}?${direction}=${encodeURIComponent(cursor)}${kept.join('')}`
  }
}

type Link = ReturnType<typeof linker>

/** A list, and what a page of its rows is in `resources`. */
interface Listed<Row extends object> {
  readonly source: Source<Row>
  readonly shape: (rows: ReadonlyArray<Row>) => ReadonlyArray<object>
}

const beside = ({ rank, id }: Place, step: number): Place => ({ rank, id: id + step })

/** Where a page begins that repeats the last rows of the one before it. */
const shifted = (source: Source, place: Place, rows: number): Place => {
  if (rows < 1 || place.rank === Infinity) return place
  return source.newer(place, rows)[rows - 1] ?? top
}

const emptyPage = (source: Source, link: Link, cursor: Cursor, hops: number): Answer => {
  const end = beside(cursor, -0.5)
  const previous = source.newer(end, 1).length > 0 ? link('before', end) : null
  const next = link('after', cursor, hops - 1, cursor.laps + 1)
  return json({ resources: [], pagination: { previous_uri: previous, next_uri: next } })
}

const fullPage = <Row extends object>(
  { source, shape }: Listed<Row>,
  link: Link,
  direction: Direction,
  start: Place,
  limit: number,
): Answer => {
  const places = direction === 'after' ? source.older(start, limit) : [...source.newer(start, limit)].reverse()
  const first = places[0] ?? beside(start, direction === 'after' ? -0.5 : 0.5)
  const last = places[places.length - 1] ?? first
  return json({
    resources: shape(places.map((place) => source.row(place))),
    pagination: {
      previous_uri: source.newer(first, 1).length > 0 ? link('before', first) : null,
      next_uri: source.older(last, 1).length > 0 ? link('after', last) : null,
    },
  })
}

/**
 * Answers one page of a list, in the interface's envelope (interface.md §2, §8): `limit` from 1 to 500, 50 by default;
 * `before` wins over `after`; a cursor that this list did not give is refused. Links are relative, and stand exactly
 * where there are rows. `shape` makes `resources` of the rows of the page; `limit` counts rows.
 */
export const page = <Row extends object>(
  call: Call,
  source: Source<Row>,
  shape: (rows: ReadonlyArray<Row>) => ReadonlyArray<object>,
): Answer => {
  const listed = { source, shape }
  const { parameters, state, match, bearer, tuning } = call
  const limit = readLimit(parameters.get('limit'))
  if (limit === undefined) return badRequest(`limit must be a whole number from 1 to ${String(greatest)}`)
  const direction = parameters.has('before') ? 'before' : 'after'
  const text = parameters.get(direction)
  const scope = `${match.name}:${match.id}:${bearer?.uuid ?? ''}`
  const read = text === null ? some(start) : state.cursors.decode(scope, text)
  if (isNone(read)) return badRequest(`${direction} is no cursor of this list`)
  const cursor = read.value
  const link = linker(call, scope)
  if (direction === 'before') return fullPage(listed, link, direction, cursor, limit)
  const hops = cursor.hops > 0 ? cursor.hops : (tuning.emptyPages ?? 0)
  if (hops > 0) return emptyPage(source, link, cursor, hops)
  return fullPage(listed, link, direction, shifted(source, cursor, tuning.repeatedRows ?? 0), limit)
}
