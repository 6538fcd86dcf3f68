import { compareIds, compareRows, type OpenRow } from './OpenRow.js'
import { type Transfer, type TransferCandidate, transferId } from './Transfer.js'
import type { TransferDecision } from './TransferDecision.js'
import type { TransferPair } from './TransferPair.js'

/**
 * The ids of one transaction while it was pending and after it was posted, such as `matchPosted` and `followPosted` find
 * them.
 */
export interface RowLink {
  readonly pending: number | string
  readonly posted: number | string
}

type DecisionsByPair = Map<string, TransferDecision>

/** The key of two rows, which does not depend on their order. */
const pairKey = (one: string, other: string): string =>
  compareIds(one, other) < 0 ? transferId(one, other) : transferId(other, one)

/** Adds a decision at the end, and removes an earlier one about the same rows. */
const put = (decisions: DecisionsByPair, decision: TransferDecision): void => {
  const key = pairKey(decision.from, decision.to)
  decisions.delete(key)
  decisions.set(key, decision)
}

/** The decisions of a person. The id of a pending row in them is replaced by the id under which the row was posted. */
export class Decisions {
  private readonly original: DecisionsByPair = new Map()
  private readonly posted = new Map<string, string>()
  private current: DecisionsByPair = new Map()
  private rows = new Set<string>()

  /** Adds a decision. Returns the ids of the rows whose matches it may change. */
  decide(decision: TransferDecision): ReadonlyArray<string> {
    put(this.original, decision)
    return this.putCurrent(decision)
  }

  /** Adds a link. Returns the ids of the rows whose matches it may change. */
  link({ pending, posted }: RowLink): ReadonlyArray<string> {
    this.posted.set(String(pending), String(posted))
    const before = this.current
    this.current = new Map()
    this.rows = new Set()
    for (const decision of this.original.values()) this.putCurrent(decision)
    const changed = [before, this.current].flatMap((decisions) =>
      Array.from(decisions).filter(
        ([key, { _tag }]) => before.get(key)?._tag !== _tag || this.current.get(key)?._tag !== _tag,
      ),
    )
    return changed.flatMap(([, { from, to }]) => [from, to])
  }

  /** Whether there is a decision about a row. */
  has(id: string): boolean {
    return this.rows.has(id)
  }

  /** Whether two rows, in either order, are rejected. */
  isRejected(one: string, other: string): boolean {
    return this.current.get(pairKey(one, other))?._tag === 'Rejected'
  }

  /** The accepted pairs that can be transfers; of pairs with a common row, only the one that was accepted last. */
  acceptedPairs(isPossible: (pair: TransferDecision) => boolean): ReadonlyArray<TransferDecision> {
    const usedIds = new Set<string>()
    return Array.from(this.current.values())
      .reverse()
      .filter((pair) => {
        const { _tag, from, to } = pair
        const isFree = _tag === 'Accepted' && !usedIds.has(from) && !usedIds.has(to) && isPossible(pair)
        if (isFree) usedIds.add(from).add(to)
        return isFree
      })
  }

  private putCurrent({ _tag, from, to }: TransferDecision): ReadonlyArray<string> {
    const ids = { from: this.currentId(from), to: this.currentId(to) }
    put(this.current, { _tag, ...ids })
    this.rows.add(ids.from).add(ids.to)
    return [ids.from, ids.to]
  }

  /** The id that a row has now. A link back to an earlier id is not followed. */
  private currentId(id: string): string {
    const ids = new Set<string>()
    let last = id
    while (!ids.has(last)) {
      ids.add(last)
      last = this.posted.get(last) ?? last
    }
    return last
  }
}

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
 * The transfers of connected rows, if they are unambiguous: a single pair, or the same number of debits on one account and
 * of credits on another, where the first debit fits the first credit, and so on. `undefined` otherwise.
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
 * The transfers among rows that are connected by pairs without doubts. The strongest pairs are settled first: a weaker pair
 * neither replaces a stronger one nor casts doubt on it.
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
