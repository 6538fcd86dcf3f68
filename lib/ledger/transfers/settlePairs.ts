import { compareRows, type OpenRow } from './OpenRow.js'
import type { Transfer, TransferCandidate } from './Transfer.js'
import type { TransferPair } from './TransferPair.js'

/** The pairs of each row, by the other row. */
export type PairsOf = (row: OpenRow) => ReadonlyMap<OpenRow, TransferPair>

/** The rows that are connected to a row by pairs, directly or through other rows. */
export const connectedRows = (
  start: OpenRow,
  neighbours: (row: OpenRow) => Iterable<OpenRow>,
): ReadonlySet<OpenRow> => {
  const rows = new Set([start])
  for (const row of rows) for (const other of neighbours(row)) rows.add(other)
  return rows
}

const toTransfer = ({ id, from, to, why }: TransferPair): Transfer => ({ id, from: from.entry, to: to.entry, why })

/** The common account of all rows; `undefined` if they belong to several. */
const onlyAccount = (rows: ReadonlyArray<OpenRow>): string | undefined => {
  const account = rows[0]?.entry.account
  return rows.every((row) => row.entry.account === account) ? account : undefined
}

/**
 * The transfers of connected rows; `undefined` if they are ambiguous. They are unambiguous if they are a single pair,
 * or as many debits on one account as credits on another, where the first debit fits the first credit, and so on.
 */
const settleConnected = (
  rows: ReadonlySet<OpenRow>,
  pairOf: (from: OpenRow, to: OpenRow) => TransferPair | undefined,
): ReadonlyArray<Transfer> | undefined => {
  const sorted = Array.from(rows).sort(compareRows)
  const debits = sorted.filter((row) => row.entry.minorUnits < 0n)
  const credits = sorted.filter((row) => row.entry.minorUnits > 0n)
  if (debits.length !== credits.length || onlyAccount(debits) === undefined || onlyAccount(credits) === undefined)
    return undefined
  const pairs = debits.flatMap((from, index) => pairOf(from, credits[index] as OpenRow) ?? [])
  if (pairs.length < debits.length) return undefined
  const isSingle = pairs.length === 1
  return pairs.map((pair) => toTransfer(isSingle ? pair : { ...pair, why: [...pair.why, 'order'] }))
}

const toCandidate = (pair: TransferPair, others: ReadonlyArray<TransferPair>): TransferCandidate => ({
  ...toTransfer(pair),
  doubts: others.length > 0 ? ['several', ...pair.doubts] : pair.doubts,
  alternatives: others.map(({ id }) => id).sort(),
})

/**
 * The transfers among rows that are connected by pairs without doubts. The strongest pairs are settled first: a weaker
 * pair neither replaces a stronger one nor casts doubt on it.
 */
export const settlePairs = (rows: ReadonlySet<OpenRow>, pairsOf: PairsOf): ReadonlyArray<Transfer> => {
  const openRows = new Set(rows)
  const openPairs = (row: OpenRow, minStrength: number): ReadonlyArray<TransferPair> =>
    Array.from(pairsOf(row).values()).filter(
      ({ from, to, strength }) => strength >= minStrength && openRows.has(from) && openRows.has(to),
    )
  const strengths = new Set(Array.from(rows).flatMap((row) => openPairs(row, 0).map(({ strength }) => strength)))
  const transfers: Array<Transfer> = []
  for (const strength of Array.from(strengths).sort((one, other) => other - one)) {
    const visited = new Set<OpenRow>()
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
      for (const transfer of settled) transfers.push(transfer)
    }
  }
  return transfers
}

/** The candidates that contain one of the rows, by id. `isOpen` returns whether a row is in no transfer. */
export const openCandidates = (
  rows: Iterable<OpenRow>,
  pairsOf: PairsOf,
  isOpen: (row: OpenRow) => boolean,
): ReadonlyMap<string, TransferCandidate> => {
  const openPairs = (row: OpenRow) =>
    Array.from(pairsOf(row).values()).filter(({ from, to }) => isOpen(from) && isOpen(to))
  const candidates = new Map<string, TransferCandidate>()
  for (const row of rows) {
    for (const pair of openPairs(row)) {
      if (candidates.has(pair.id)) continue
      const others = [...openPairs(pair.from), ...openPairs(pair.to)].filter(({ id }) => id !== pair.id)
      candidates.set(pair.id, toCandidate(pair, others))
    }
  }
  return candidates
}
