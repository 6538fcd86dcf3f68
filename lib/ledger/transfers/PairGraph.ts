import { dayText } from '../../base/codec/calendar.js'
import type { OpenRow } from './OpenRow.js'
import { isSameAccount, type OwnAccounts } from './ownAccounts.js'
import { connectedRows } from './settlePairs.js'
import type { TransferRule } from './TransferConfig.js'
import { amountFit, amountRange, type AmountRange, type TransferPair, transferPair } from './TransferPair.js'

/** The rows of one currency, day and account. They are sorted by amount when they are read. */
interface Cell {
  rows: Array<OpenRow>
  isSorted: boolean
}

const byAmount = (one: OpenRow, other: OpenRow): number =>
  one.entry.minorUnits < other.entry.minorUnits ? -1 : Number(one.entry.minorUnits > other.entry.minorUnits)

/** The index of the first row with this amount or a larger one. */
const firstIndex = (rows: ReadonlyArray<OpenRow>, amount: bigint): number => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as OpenRow).entry.minorUnits < amount) low = middle + 1
    else high = middle
  }
  return low
}

/** An index of rows by currency, day, account and amount. */
class RowIndex {
  private readonly days = new Map<string, Map<number, Map<string, Cell>>>()

  currencies(): Iterable<string> {
    return this.days.keys()
  }

  hasDay(currency: string, day: number): boolean {
    return this.days.get(currency)?.has(day) === true
  }

  add(row: OpenRow): void {
    const { currency, account } = row.entry
    const days = this.days.get(currency) ?? new Map<number, Map<string, Cell>>()
    const accounts = days.get(row.day) ?? new Map<string, Cell>()
    const cell = accounts.get(account)
    if (cell) {
      cell.rows.push(row)
      cell.isSorted = false
    } else accounts.set(account, { rows: [row], isSorted: true })
    this.days.set(currency, days.set(row.day, accounts))
  }

  remove(row: OpenRow): void {
    const { currency, account } = row.entry
    const days = this.days.get(currency)
    const accounts = days?.get(row.day)
    const cell = accounts?.get(account)
    if (!days || !accounts || !cell) return
    cell.rows = cell.rows.filter((other) => other !== row)
    if (cell.rows.length === 0) accounts.delete(account)
    if (accounts.size === 0) days.delete(row.day)
    if (days.size === 0) this.days.delete(currency)
  }

  /** The rows of a currency and a day, of all accounts except one, with an amount in a range. */
  *find(currency: string, day: number, exceptAccount: string, { min, max }: AmountRange): Iterable<OpenRow> {
    for (const [account, cell] of this.days.get(currency)?.get(day) ?? []) {
      if (account === exceptAccount) continue
      if (!cell.isSorted) cell.rows.sort(byAmount)
      cell.isSorted = true
      for (let i = firstIndex(cell.rows, min); i < cell.rows.length; i++) {
        const row = cell.rows[i] as OpenRow
        if (row.entry.minorUnits > max) break
        yield row
      }
    }
  }
}

/** Rows with the same key have the same counterparts. */
const counterpartKey = ({ day, entry: { currency, minorUnits, account } }: OpenRow): string =>
  [currency, day, minorUnits, account].join(' ')

/**
 * The rows that may be half of a transfer, and the pairs among them. Pairs are computed when they are read, and cached
 * until a change of the rows may affect them.
 */
export class PairGraph {
  private readonly index = new RowIndex()
  /** The counterparts of a row; `undefined` if it has more than `maxAlternatives`. */
  private readonly counterparts = new Map<OpenRow, ReadonlyArray<OpenRow> | undefined>()
  private readonly pairs = new Map<OpenRow, ReadonlyMap<OpenRow, TransferPair>>()

  constructor(
    private readonly rule: TransferRule,
    private readonly ownAccounts: OwnAccounts,
    private readonly isRejected: (from: string, to: string) => boolean,
  ) {}

  /** The pairs of a row, by the other row. A row with too many counterparts has none. */
  readonly pairsOf = (row: OpenRow): ReadonlyMap<OpenRow, TransferPair> => {
    const known = this.pairs.get(row)
    if (known) return known
    const others = (this.counterpartsOf(row) ?? []).filter((other) => this.counterpartsOf(other) !== undefined)
    const pairs = new Map<OpenRow, TransferPair>()
    for (const other of others) {
      const pair = row.entry.minorUnits < 0n ? this.pairOf(row, other) : this.pairsOf(other).get(row)
      if (pair) pairs.set(other, pair)
    }
    this.pairs.set(row, pairs)
    return pairs
  }

  /**
   * Replaces rows. Returns the rows whose pairs may have changed, in groups: each group also contains all rows that are
   * connected to them by pairs without doubts. Removed rows are in no group.
   */
  replace(removed: ReadonlyArray<OpenRow>, added: ReadonlyArray<OpenRow>): ReadonlyArray<ReadonlySet<OpenRow>> {
    const near = new Set([...removed, ...this.allCounterparts(removed)])
    for (const row of removed) this.index.remove(row)
    for (const row of added) this.index.add(row)
    for (const row of [...added, ...this.allCounterparts(added)]) near.add(row)

    // A row with more than `maxAlternatives` counterparts has no pairs, so a change in their number also affects the
    // other rows.
    const stale = new Set(near)
    for (const row of near) for (const other of this.pairs.get(row)?.keys() ?? []) stale.add(other)
    for (const row of stale) this.clearCache(row)
    const isAdded = new Set(added)
    for (const row of removed) {
      if (isAdded.has(row)) continue
      near.delete(row)
      stale.delete(row)
    }
    for (const row of near) for (const other of this.counterpartsOf(row) ?? []) stale.add(other)
    for (const row of stale) this.clearCache(row)
    return this.groups(stale)
  }

  private groups(rows: Iterable<OpenRow>): ReadonlyArray<ReadonlySet<OpenRow>> {
    const visited = new Set<OpenRow>()
    const groups: Array<ReadonlySet<OpenRow>> = []
    for (const start of rows) {
      if (visited.has(start)) continue
      const group = connectedRows(start, (row) =>
        Array.from(this.pairsOf(row)).flatMap(([other, { strength }]) => (strength >= 0 ? [other] : [])),
      )
      for (const row of group) visited.add(row)
      groups.push(group)
    }
    return groups
  }

  private clearCache(row: OpenRow): void {
    this.counterparts.delete(row)
    this.pairs.delete(row)
  }

  private pairOf(from: OpenRow, to: OpenRow): TransferPair | undefined {
    const pair = transferPair(this.rule, this.ownAccounts, from, to)
    return pair && this.isRejected(from.entry.id, to.entry.id) ? undefined : pair
  }

  private counterpartsOf(row: OpenRow): ReadonlyArray<OpenRow> | undefined {
    if (this.counterparts.has(row)) return this.counterparts.get(row)
    const rows: Array<OpenRow> = []
    for (const other of this.findCounterparts(row)) {
      if (rows.push(other) > this.rule.maxAlternatives) break
    }
    const counterparts = rows.length > this.rule.maxAlternatives ? undefined : rows
    this.counterparts.set(row, counterparts)
    return counterparts
  }

  private allCounterparts(rows: ReadonlyArray<OpenRow>): ReadonlySet<OpenRow> {
    const distinct = new Map(rows.map((row) => [counterpartKey(row), row]))
    const all = new Set<OpenRow>()
    for (const row of distinct.values()) for (const other of this.findCounterparts(row)) all.add(other)
    return all
  }

  /** The rows of other accounts whose amount and day fit. The relation is symmetric. */
  private *findCounterparts(row: OpenRow): Iterable<OpenRow> {
    const { rule } = this
    const isDebit = row.entry.minorUnits < 0n
    for (const currency of this.index.currencies()) {
      // The rate depends on the day of the debit.
      const usesOtherDate = !isDebit && currency !== row.entry.currency
      const fixedRange = usesOtherDate ? undefined : amountRange(rule, row.entry, currency, row.entry.date)
      for (let day = row.day - rule.days; day <= row.day + rule.days; day++) {
        if (!this.index.hasDay(currency, day)) continue
        const range = usesOtherDate ? amountRange(rule, row.entry, currency, dayText(day)) : fixedRange
        if (range === undefined) continue
        for (const other of this.index.find(currency, day, row.entry.account, range)) {
          const [from, to] = isDebit ? [row, other] : [other, row]
          const isOpposite = from.entry.minorUnits < 0n && to.entry.minorUnits > 0n
          if (isOpposite && !this.areOfOneAccount(row, other) && amountFit(rule, from.entry, to.entry) !== undefined)
            yield other
        }
      }
    }
  }

  private areOfOneAccount({ entry: one }: OpenRow, { entry: other }: OpenRow): boolean {
    return isSameAccount(this.ownAccounts, one.account, other.account, one.currency === other.currency)
  }
}
