/** Where a row stands in a list: lists go from great places to small ones, by `rank` and then by `id`. */
export interface Place {
  readonly rank: number
  readonly id: number
}

/** Before all rows. */
export const top: Place = { rank: Infinity, id: Infinity }

/** A list that pages are cut from. Places stay as they are when rows come and go, so that pages do not shift. */
export interface Source<Row extends object = object> {
  /** The first `count` places after one, nearest first. */
  readonly older: (place: Place, count: number) => ReadonlyArray<Place>
  /** The first `count` places before one, nearest first. */
  readonly newer: (place: Place, count: number) => ReadonlyArray<Place>
  /** The row at a place that this source gave. */
  readonly row: (place: Place) => Row
}

const isBefore = (a: Place, b: Place): boolean => a.rank > b.rank || (a.rank === b.rank && a.id > b.id)

/** The number of places, of those in order, for which a question that is first answered yes, then no, is yes. */
const countWhile = (places: ReadonlyArray<Place>, is: (place: Place) => boolean): number => {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (is(places[middle] as Place)) low = middle + 1
    else high = middle
  }
  return low
}

/** A source of places that are known; they are put in order. */
export const sourceOf = <Row extends object>(places: ReadonlyArray<Place>, row: (place: Place) => Row): Source<Row> => {
  const ordered = [...places].sort((a, b) => (isBefore(a, b) ? -1 : 1))
  return {
    older: (place, count) => {
      const start = countWhile(ordered, (other) => !isBefore(place, other))
      return ordered.slice(start, start + count)
    },
    newer: (place, count) => {
      const end = countWhile(ordered, (other) => isBefore(other, place))
      return ordered.slice(Math.max(0, end - count), end).reverse()
    },
    row,
  }
}

/** A list of numbers from `start` up to `end`, greatest first, without those that are not there. */
export const numbered = <Row extends object>(
  start: number,
  end: () => number,
  isThere: (number: number) => boolean,
  row: (number: number) => Row,
): Source<Row> => {
  const collect = (from: number, step: 1 | -1, count: number): ReadonlyArray<Place> => {
    const places: Array<Place> = []
    for (let id = from; id >= start && id < end() && places.length < count; id += step) {
      if (isThere(id)) places.push({ rank: 0, id })
    }
    return places
  }
  const rank0 = (place: Place): number => (place.rank === 0 ? place.id : place.rank)
  return {
    older: (place, count) => collect(Math.min(Math.ceil(rank0(place)) - 1, end() - 1), -1, count),
    newer: (place, count) => collect(Math.max(Math.floor(rank0(place)) + 1, start), 1, count),
    row: ({ id }) => row(id),
  }
}
