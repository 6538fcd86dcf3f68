import { isSome } from 'fp-ts/lib/Option.js'
import type { LedgerEntry } from '../LedgerEntry.js'
import { toJson } from '../toJson.js'
import { type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { createMentions } from './createMentions.js'
import { Decisions, type RowLink } from './Decisions.js'
import { compareIds, type OpenRow, openRow } from './OpenRow.js'
import { PairGraph } from './PairGraph.js'
import { openCandidates, settlePairs } from './settlePairs.js'
import type { Transfer, TransferCandidate } from './Transfer.js'
import type { TransferRule } from './TransferConfig.js'
import { type TransferDecision, transferMistake } from './TransferDecision.js'
import { transferId } from './transferId.js'

/** What is found about two rows. */
export type TransferMatch = Transfer | TransferCandidate

/** What was found about two rows before a batch, and after it; `undefined` if nothing. */
export interface MatchChange {
  readonly id: string
  readonly before: TransferMatch | undefined
  readonly after: TransferMatch | undefined
}

export const isCandidate = (match: TransferMatch): match is TransferCandidate => 'doubts' in match

const isDifferent = ({ before, after }: MatchChange): boolean => toJson(before) !== toJson(after)

/** The transfer of two rows that a person accepted: it leaves the row of the smaller amount, which is the debit. */
const acceptedTransfer = (one: LedgerEntry, other: LedgerEntry): Transfer => {
  const isInOrder =
    one.minorUnits === other.minorUnits ? compareIds(one.id, other.id) < 0 : one.minorUnits < other.minorUnits
  const [from, to] = isInOrder ? [one, other] : [other, one]
  return { id: transferId(from.id, to.id), from, to, why: ['accepted'] }
}

/**
 * The rows of one person, and the transfers among them. After a batch it looks again only at rows that are connected to a
 * changed row by pairs, directly or through other rows.
 */
export class TransferBook {
  private readonly mentionsOf
  private readonly decisions = new Decisions()
  private readonly graph
  private readonly rows = new Map<string, OpenRow>()
  /** The accepted transfers by each of their rows. Such rows are not in the graph. */
  private accepted: ReadonlyMap<string, Transfer> = new Map()
  private readonly matches = new Map<string, TransferMatch>()
  private readonly matchesOfRow = new Map<string, Set<string>>()
  /** What is changed since the last call of `settle`: rows by their ids, `undefined` where there is none now. */
  private changed = new Map<string, OpenRow | undefined>()
  private isDecided = false

  constructor(private readonly rule: TransferRule) {
    this.mentionsOf = createMentions(rule)
    this.graph = new PairGraph(rule, (from, to) => this.decisions.isRejected(from, to))
  }

  put(id: string, row: LedgerRow): void {
    const entry = toLedgerEntry(row)
    const isOpen =
      isSome(entry) && entry.value.minorUnits !== 0n && (this.rule.includePending || !entry.value.isPending)
    this.changed.set(id, isOpen ? openRow({ ...entry.value, id }, this.mentionsOf) : undefined)
  }

  remove(id: string): void {
    this.changed.set(id, undefined)
  }

  decide(decision: TransferDecision): void {
    this.reconsider(this.decisions.decide(decision))
  }

  link(link: RowLink): void {
    this.reconsider(this.decisions.link(link))
  }

  all(): Iterable<TransferMatch> {
    return this.matches.values()
  }

  /** Matches the rows that the changes since the last call concern. Returns what is different now, by id. */
  settle(): ReadonlyArray<MatchChange> {
    const { changed } = this
    this.changed = new Map()
    const before = new Map<string, OpenRow | undefined>()
    for (const [id, row] of changed) this.replaceRow(id, row, before)
    const wasAccepted = this.accepted
    if (this.isDecided || Array.from(changed.keys()).some((id) => this.decisions.has(id))) {
      this.accepted = this.acceptedTransfers()
      for (const id of [...wasAccepted.keys(), ...this.accepted.keys()]) {
        if (wasAccepted.get(id)?.id !== this.accepted.get(id)?.id && !before.has(id)) before.set(id, this.rows.get(id))
      }
    }
    this.isDecided = false
    const removed = Array.from(before).flatMap(([id, row]) => (row && !wasAccepted.has(id) ? [row] : []))
    const added = Array.from(before.keys()).flatMap((id) => {
      const row = this.rows.get(id)
      return row && !this.accepted.has(id) ? [row] : []
    })
    return this.update(before.keys(), this.graph.replace(removed, added))
  }

  private replaceRow(id: string, row: OpenRow | undefined, before: Map<string, OpenRow | undefined>): void {
    before.set(id, this.rows.get(id))
    if (row) this.rows.set(id, row)
    else this.rows.delete(id)
  }

  /** Finds the matches again of rows that left, arrived or changed, of the groups, and of the rows with pairs of these. */
  private update(
    changedIds: Iterable<string>,
    groups: ReadonlyArray<ReadonlySet<OpenRow>>,
  ): ReadonlyArray<MatchChange> {
    const { pairsOf } = this.graph
    const grouped = groups.flatMap((group) => Array.from(group))
    const near = new Set([...grouped, ...grouped.flatMap((row) => Array.from(pairsOf(row).keys()))])
    const ids = new Set([...changedIds, ...grouped.map(({ entry }) => entry.id)])
    const before = new Map([
      ...this.takeMatches(ids, (match) => !isCandidate(match)),
      ...this.takeMatches(new Set([...ids, ...Array.from(near, ({ entry }) => entry.id)]), isCandidate),
    ])
    const accepted = Array.from(ids).flatMap((id) => this.accepted.get(id) ?? [])
    const transfers = [...accepted, ...groups.flatMap((group) => settlePairs(group, pairsOf))]
    for (const transfer of transfers) this.putMatch(transfer)
    const candidates = openCandidates(near, pairsOf, ({ entry }) => !this.hasTransfer(entry.id))
    for (const candidate of candidates.values()) this.putMatch(candidate)
    return Array.from(new Set([...before.keys(), ...transfers.map(({ id }) => id), ...candidates.keys()]))
      .sort(compareIds)
      .map((id) => ({ id, before: before.get(id), after: this.matches.get(id) }))
      .filter(isDifferent)
  }

  private matchesOf(rowId: string): ReadonlyArray<TransferMatch> {
    return Array.from(this.matchesOfRow.get(rowId) ?? []).flatMap((id) => this.matches.get(id) ?? [])
  }

  private hasTransfer(rowId: string): boolean {
    return this.matchesOf(rowId).some((match) => !isCandidate(match))
  }

  private takeMatches(
    rowIds: Iterable<string>,
    isTaken: (match: TransferMatch) => boolean,
  ): ReadonlyMap<string, TransferMatch> {
    const matches = Array.from(rowIds).flatMap((rowId) => this.matchesOf(rowId).filter(isTaken))
    const taken = new Map(matches.map((match) => [match.id, match]))
    for (const { id, from, to } of taken.values()) {
      this.matches.delete(id)
      for (const row of [from, to]) {
        const others = this.matchesOfRow.get(row.id)
        others?.delete(id)
        if (others?.size === 0) this.matchesOfRow.delete(row.id)
      }
    }
    return taken
  }

  private putMatch(match: TransferMatch): void {
    this.matches.set(match.id, match)
    for (const { id } of [match.from, match.to]) {
      const ids = this.matchesOfRow.get(id) ?? new Set<string>()
      this.matchesOfRow.set(id, ids.add(match.id))
    }
  }

  private acceptedTransfers(): ReadonlyMap<string, Transfer> {
    const entriesOf = ({ from, to }: TransferDecision) => {
      const [one, other] = [this.rows.get(from), this.rows.get(to)]
      return one && other && { from: one.entry, to: other.entry }
    }
    // Decisions that were stored without a check have no effect.
    const isPossible = (pair: TransferDecision): boolean => {
      const entries = entriesOf(pair)
      return entries !== undefined && transferMistake(entries) === undefined
    }
    const transfers = this.decisions.acceptedPairs(isPossible).flatMap((pair) => {
      const entries = entriesOf(pair)
      return entries ? [acceptedTransfer(entries.from, entries.to)] : []
    })
    return new Map(transfers.flatMap((transfer) => [transfer.from, transfer.to].map(({ id }) => [id, transfer])))
  }

  private reconsider(ids: ReadonlyArray<string>): void {
    this.isDecided = true
    for (const id of ids) if (!this.changed.has(id)) this.changed.set(id, this.rows.get(id))
  }
}
