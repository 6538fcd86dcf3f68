import { isSome } from 'fp-ts/lib/Option.js'
import { toJson } from '../toJson.js'
import { type LedgerEntry, type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { createMentions } from './createMentions.js'
import { Decisions, type RowLink } from './Decisions.js'
import { compareIds, type OpenRow, toOpenRow } from './OpenRow.js'
import { toOwnAccounts } from './ownAccounts.js'
import { PairGraph } from './PairGraph.js'
import { openCandidates, settlePairs } from './settlePairs.js'
import { type Transfer, type TransferCandidate, transferId } from './Transfer.js'
import type { TransferRule } from './TransferConfig.js'
import { type TransferDecision, transferMistake } from './TransferDecision.js'

/** A transfer or a candidate. */
export type TransferMatch = Transfer | TransferCandidate

/** The match of two rows before and after a batch; `undefined` if there is none. */
export interface MatchChange {
  readonly id: string
  readonly before: TransferMatch | undefined
  readonly after: TransferMatch | undefined
}

export const isCandidate = (match: TransferMatch): match is TransferCandidate => 'doubts' in match

const isDifferent = ({ before, after }: MatchChange): boolean => toJson(before) !== toJson(after)

/** The transfer of two rows that a person accepted. It leaves the row with the smaller amount, which is the debit. */
const acceptedTransfer = (one: LedgerEntry, other: LedgerEntry): Transfer => {
  const isInOrder =
    one.minorUnits === other.minorUnits ? compareIds(one.id, other.id) < 0 : one.minorUnits < other.minorUnits
  const [from, to] = isInOrder ? [one, other] : [other, one]
  return { id: transferId(from.id, to.id), from, to, why: ['accepted'] }
}

/**
 * The rows of one person, and the transfers among them. After a batch, it only matches rows again that are connected to
 * a changed row by pairs, directly or through other rows.
 */
export class TransferBook {
  private readonly mentionsOf
  private readonly decisions = new Decisions()
  private readonly graph
  private readonly rows = new Map<string, OpenRow>()
  /** The accepted transfers, by the id of each of their rows. These rows are not in the graph. */
  private accepted: ReadonlyMap<string, Transfer> = new Map()
  private readonly matches = new Map<string, TransferMatch>()
  private readonly matchesOfRow = new Map<string, Set<string>>()
  /** The rows that have changed since the last call of `settle`, by id; `undefined` for removed rows. */
  private changed = new Map<string, OpenRow | undefined>()
  private hasNewDecision = false

  constructor(private readonly rule: TransferRule) {
    const ownAccounts = toOwnAccounts(rule.accounts)
    this.mentionsOf = createMentions(rule, ownAccounts)
    this.graph = new PairGraph(rule, ownAccounts, (from, to) => this.decisions.isRejected(from, to))
  }

  put(id: string, row: LedgerRow): void {
    const entry = toLedgerEntry(row)
    const isOpen =
      isSome(entry) && entry.value.minorUnits !== 0n && (this.rule.includePending || !entry.value.isPending)
    this.changed.set(id, isOpen ? toOpenRow({ ...entry.value, id }, this.mentionsOf) : undefined)
  }

  remove(id: string): void {
    this.changed.set(id, undefined)
  }

  decide(decision: TransferDecision): void {
    this.markChanged(this.decisions.decide(decision))
  }

  link(link: RowLink): void {
    this.markChanged(this.decisions.link(link))
  }

  all(): Iterable<TransferMatch> {
    return this.matches.values()
  }

  /**
   * Matches the rows that are affected by the changes since the last call. Returns the changed matches, sorted by id.
   */
  settle(): ReadonlyArray<MatchChange> {
    const { changed } = this
    this.changed = new Map()
    const before = new Map<string, OpenRow | undefined>()
    for (const [id, row] of changed) this.replaceRow(id, row, before)
    const previouslyAccepted = this.accepted
    if (this.hasNewDecision || Array.from(changed.keys()).some((id) => this.decisions.has(id))) {
      this.accepted = this.acceptedTransfers()
      for (const id of [...previouslyAccepted.keys(), ...this.accepted.keys()]) {
        if (previouslyAccepted.get(id)?.id !== this.accepted.get(id)?.id && !before.has(id))
          before.set(id, this.rows.get(id))
      }
    }
    this.hasNewDecision = false
    const removed = Array.from(before).flatMap(([id, row]) => (row && !previouslyAccepted.has(id) ? [row] : []))
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

  /**
   * Finds the matches again of removed, added and changed rows, of the rows in `groups`, and of the rows that have
   * pairs with these.
   */
  private update(
    changedIds: Iterable<string>,
    groups: ReadonlyArray<ReadonlySet<OpenRow>>,
  ): ReadonlyArray<MatchChange> {
    const { pairsOf } = this.graph
    const grouped = groups.flatMap((group) => Array.from(group))
    const near = new Set([...grouped, ...grouped.flatMap((row) => Array.from(pairsOf(row).keys()))])
    const ids = new Set([...changedIds, ...grouped.map(({ entry }) => entry.id)])
    const before = new Map([
      ...this.removeMatches(ids, (match) => !isCandidate(match)),
      ...this.removeMatches(new Set([...ids, ...Array.from(near, ({ entry }) => entry.id)]), isCandidate),
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

  private removeMatches(
    rowIds: Iterable<string>,
    isSelected: (match: TransferMatch) => boolean,
  ): ReadonlyMap<string, TransferMatch> {
    const matches = Array.from(rowIds).flatMap((rowId) => this.matchesOf(rowId).filter(isSelected))
    const removed = new Map(matches.map((match) => [match.id, match]))
    for (const { id, from, to } of removed.values()) {
      this.matches.delete(id)
      for (const row of [from, to]) {
        const others = this.matchesOfRow.get(row.id)
        others?.delete(id)
        if (others?.size === 0) this.matchesOfRow.delete(row.id)
      }
    }
    return removed
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
    // A stored decision may be impossible for the present rows. It then has no effect.
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

  private markChanged(ids: ReadonlyArray<string>): void {
    this.hasNewDecision = true
    for (const id of ids) if (!this.changed.has(id)) this.changed.set(id, this.rows.get(id))
  }
}
