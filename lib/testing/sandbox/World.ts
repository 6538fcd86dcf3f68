/** The sort key of a row: lists are in descending order of `rank`, then of `id`. */
export interface SortKey {
  readonly rank: number
  readonly id: number
}

/** A sort key that comes before all rows. */
export const listStart: SortKey = { rank: Infinity, id: Infinity }

/**
 * A list that is read by pages. A row keeps its sort key when other rows are added or deleted, so that pages do not
 * shift.
 */
export interface Source<Row extends object = object> {
  /** The next `count` keys after `key`, nearest first. */
  readonly after: (key: SortKey, count: number) => ReadonlyArray<SortKey>
  /** The last `count` keys before `key`, nearest first. */
  readonly before: (key: SortKey, count: number) => ReadonlyArray<SortKey>
  /** The row of a key that this source returned. */
  readonly row: (key: SortKey) => Row
}

const sortsBefore = (a: SortKey, b: SortKey): boolean => a.rank > b.rank || (a.rank === b.rank && a.id > b.id)

/**
 * The number of leading keys that satisfy a predicate. The keys must be sorted so that all of these come first.
 */
const countWhile = (keys: ReadonlyArray<SortKey>, predicate: (key: SortKey) => boolean): number => {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (predicate(keys[middle] as SortKey)) low = middle + 1
    else high = middle
  }
  return low
}

/** A source of the given keys, which it sorts. */
export const sourceOf = <Row extends object>(keys: ReadonlyArray<SortKey>, row: (key: SortKey) => Row): Source<Row> => {
  const ordered = [...keys].sort((a, b) => (sortsBefore(a, b) ? -1 : 1))
  return {
    after: (key, count) => {
      const start = countWhile(ordered, (other) => !sortsBefore(key, other))
      return ordered.slice(start, start + count)
    },
    before: (key, count) => {
      const end = countWhile(ordered, (other) => sortsBefore(other, key))
      return ordered.slice(Math.max(0, end - count), end).reverse()
    },
    row,
  }
}

/**
 * A source of the numbers from `start` to `end - 1`, in descending order, without those for which `exists` is false.
 */
export const numberedSource = <Row extends object>(
  start: number,
  end: () => number,
  exists: (number: number) => boolean,
  row: (number: number) => Row,
): Source<Row> => {
  const collect = (from: number, step: 1 | -1, count: number): ReadonlyArray<SortKey> => {
    const keys: Array<SortKey> = []
    for (let id = from; id >= start && id < end() && keys.length < count; id += step) {
      if (exists(id)) keys.push({ rank: 0, id })
    }
    return keys
  }
  const position = (key: SortKey): number => (key.rank === 0 ? key.id : key.rank)
  return {
    after: (key, count) => collect(Math.min(Math.ceil(position(key)) - 1, end() - 1), -1, count),
    before: (key, count) => collect(Math.max(Math.floor(position(key)) + 1, start), 1, count),
    row: ({ id }) => row(id),
  }
}

/** The seed, time and sizes from which all data of a sandbox is generated. */
export interface World {
  readonly seed: number
  /** The beginning of the day on which the sandbox was created: milliseconds since 1970. */
  readonly sandboxStartMs: number
  /** When the sandbox was created: milliseconds since 1970. The generated history ends there. */
  readonly createdMs: number
  /** The sandbox's time: milliseconds since 1970. */
  readonly now: () => number
  readonly banks: number
  /** How many transactions each user has; `undefined`: those of a life. */
  readonly transactions: number | undefined
  readonly stocks: number
  /** How many transactions a new item gets when a user connects it. */
  readonly newItemTransactions: number
  /** How many of the newest transactions are pending at the start; those of a life are pending if this is not 0. */
  readonly pending: number
  /** The resolution of the `updated_at` of transactions, in milliseconds. */
  readonly precision: number
  /** The id of the test bank, if there is one. It is the bank of every user's first item. */
  readonly demoBank?: number
  /** Whether the access to the data of the last account of each user is disabled at first. */
  readonly disablesLastAccount?: boolean
  /** Whether balances include rows with `show_client_side: false`, because the API version does not have that field. */
  readonly countsRepeats?: boolean
}

/** A time in milliseconds, rounded down to a multiple of `precision`. */
export const floorTo = (ms: number, precision: number): number => Math.floor(ms / precision) * precision

/** A time in ISO 8601, as the API writes it. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The UTC day of a moment, `YYYY-MM-DD`. */
export const isoDay = (ms: number): string => isoTime(ms).slice(0, 10)

/** An amount rounded to cents. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100
