import { compareRows, type DatedRow } from './OpenRow.js'

/** Two rows that may belong together. `from` is a debit, and `to` is a credit. */
export interface RowPair<Row extends DatedRow, Reason extends string, Doubt extends string> {
  readonly id: string
  readonly from: Row
  readonly to: Row
  /** The evidence as a number: stronger pairs are matched first. Negative if only a person may match the rows. */
  readonly strength: number
  readonly why: ReadonlyArray<Reason>
  readonly doubts: ReadonlyArray<Doubt>
}

/** The pairs of each row, by the other row. */
export type PairsOf<Row extends DatedRow, Reason extends string, Doubt extends string> = (
  row: Row,
) => ReadonlyMap<Row, RowPair<Row, Reason, Doubt>>

/** A pair about which a person decides. `alternatives` has the ids of the open pairs with one of its rows. */
export interface OpenPair<Row extends DatedRow, Reason extends string, Doubt extends string> extends RowPair<
  Row,
  Reason,
  Doubt | 'several'
> {
  readonly alternatives: ReadonlyArray<string>
}

/** The rows that are connected to a row by pairs, directly or through other rows. */
export const connectedRows = <Row>(start: Row, neighbours: (row: Row) => Iterable<Row>): ReadonlySet<Row> => {
  const rows = new Set([start])
  for (const row of rows) for (const other of neighbours(row)) rows.add(other)
  return rows
}

/** The common account of all rows; `undefined` if they belong to several. */
const onlyAccount = (rows: ReadonlyArray<DatedRow>): string | undefined => {
  const account = rows[0]?.entry.account
  return rows.every((row) => row.entry.account === account) ? account : undefined
}

/**
 * The pairs of connected rows; `undefined` if they are ambiguous. They are unambiguous if they are a single pair, or as
 * many debits on one account as credits on another, where the first debit fits the first credit, and so on.
 */
const settleConnected = <Row extends DatedRow, Reason extends string, Doubt extends string>(
  rows: ReadonlySet<Row>,
  pairOf: (from: Row, to: Row) => RowPair<Row, Reason, Doubt> | undefined,
): ReadonlyArray<RowPair<Row, Reason | 'order', Doubt>> | undefined => {
  const sorted = Array.from(rows).sort(compareRows)
  const debits = sorted.filter((row) => row.entry.minorUnits < 0n)
  const credits = sorted.filter((row) => row.entry.minorUnits > 0n)
  if (debits.length !== credits.length || onlyAccount(debits) === undefined || onlyAccount(credits) === undefined)
    return undefined
  const pairs = debits.flatMap((from, index) => pairOf(from, credits[index] as Row) ?? [])
  if (pairs.length < debits.length) return undefined
  const isSingle = pairs.length === 1
  return pairs.map((pair) => (isSingle ? pair : { ...pair, why: [...pair.why, 'order'] }))
}

/**
 * The certain pairs among rows that are connected by pairs without doubts. The strongest pairs are settled first: a
 * weaker pair neither replaces a stronger one nor casts doubt on it.
 */
export const settlePairs = <Row extends DatedRow, Reason extends string, Doubt extends string>(
  rows: ReadonlySet<Row>,
  pairsOf: PairsOf<Row, Reason, Doubt>,
): ReadonlyArray<RowPair<Row, Reason | 'order', Doubt>> => {
  const openRows = new Set(rows)
  const openPairs = (row: Row, minStrength: number): ReadonlyArray<RowPair<Row, Reason, Doubt>> =>
    Array.from(pairsOf(row).values()).filter(
      ({ from, to, strength }) => strength >= minStrength && openRows.has(from) && openRows.has(to),
    )
  const strengths = new Set(Array.from(rows).flatMap((row) => openPairs(row, 0).map(({ strength }) => strength)))
  const settledPairs: Array<RowPair<Row, Reason | 'order', Doubt>> = []
  for (const strength of Array.from(strengths).sort((one, other) => other - one)) {
    const visited = new Set<Row>()
    for (const start of rows) {
      if (visited.has(start) || !openRows.has(start)) continue
      const connected = connectedRows(start, (row) =>
        openPairs(row, strength).map(({ from, to }) => (from === row ? to : from)),
      )
      for (const row of connected) visited.add(row)
      if (connected.size === 1) continue
      const settled = settleConnected(connected, (from, to) => {
        const pair = pairsOf(from).get(to)
        return pair && pair.strength >= strength ? pair : undefined
      })
      if (settled === undefined) continue
      for (const row of connected) openRows.delete(row)
      for (const pair of settled) settledPairs.push(pair)
    }
  }
  return settledPairs
}

/** The open pairs of some rows, by id. `isOpen` returns whether a row is in no settled pair. */
export const openCandidates = <Row extends DatedRow, Reason extends string, Doubt extends string>(
  rows: Iterable<Row>,
  pairsOf: PairsOf<Row, Reason, Doubt>,
  isOpen: (row: Row) => boolean,
): ReadonlyMap<string, OpenPair<Row, Reason, Doubt>> => {
  const openPairs = (row: Row) => Array.from(pairsOf(row).values()).filter(({ from, to }) => isOpen(from) && isOpen(to))
  const candidates = new Map<string, OpenPair<Row, Reason, Doubt>>()
  for (const row of rows) {
    for (const pair of openPairs(row)) {
      if (candidates.has(pair.id)) continue
      const others = [...openPairs(pair.from), ...openPairs(pair.to)].filter(({ id }) => id !== pair.id)
      candidates.set(pair.id, {
        ...pair,
        doubts: others.length > 0 ? ['several', ...pair.doubts] : pair.doubts,
        alternatives: others.map(({ id }) => id).sort(),
      })
    }
  }
  return candidates
}
