import { isSome } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { similarity, splitWords, wordsOf } from '../../service/model/similarity.js'
import { type LedgerRow, toLedgerEntry } from '../toLedgerEntry.js'
import { compareIds } from '../transfers/OpenRow.js'

/** How far two rows of one account are the same: their texts are equal, similar, or only day and amount are equal. */
export type RowLikeness = 'same' | 'similar' | 'amount'

/** What the rules read of a row of an account. */
export interface AccountRow {
  readonly id: string
  /** Its date, in days since 1970. */
  readonly day: number
  readonly minorUnits: bigint
  readonly currency: string
  /** The text, and the text of the bank, without case, accents and punctuation. */
  readonly text: string
  readonly bankText: string
  readonly words: ReadonlySet<string>
  readonly bankWords: ReadonlySet<string>
}

/** Two rows of one account under two ids. */
export interface RowPair {
  readonly from: AccountRow
  readonly to: AccountRow
  readonly likeness: RowLikeness
}

/** The pairs of rows, and the rows that only one side has. */
export interface PairedRows {
  readonly pairs: ReadonlyArray<RowPair>
  readonly onlyFrom: ReadonlyArray<AccountRow>
  readonly onlyTo: ReadonlyArray<AccountRow>
}

/** The greatest distance of two rows with similar texts, in days: banks correct days. */
export const maxDays = 3

/** The least similarity of two similar texts. */
const minSimilarity = 0.5

const compareRows = (one: AccountRow, other: AccountRow): number => one.day - other.day || compareIds(one.id, other.id)

/**
 * The booked rows of an account, in the order of their days. The rows of an account that is gone were removed with it,
 * so `isGone` includes removed rows.
 */
export const toAccountRows = (rows: ReadonlyArray<LedgerRow>, isGone: boolean): ReadonlyArray<AccountRow> => {
  const byId = new Map<string, AccountRow>()
  for (const row of rows) {
    const restored = isGone ? { ...row, deleted: false, is_deleted: false, removed_at: null } : row
    const entry = toLedgerEntry({ ...restored, account_id: 0 })
    if (!isSome(entry) || entry.value.isPending) continue
    const { id, date, minorUnits, currency, text, bankText } = entry.value
    byId.set(id, {
      id,
      day: daysSinceEpoch(date),
      minorUnits,
      currency,
      text: splitWords(text).join(' '),
      bankText: splitWords(bankText).join(' '),
      words: wordsOf(text),
      bankWords: wordsOf(bankText),
    })
  }
  return Array.from(byId.values()).sort(compareRows)
}

type Key = (row: AccountRow) => string

const groupBy = (rows: Iterable<AccountRow>, key: Key): ReadonlyMap<string, ReadonlyArray<AccountRow>> => {
  const groups = new Map<string, Array<AccountRow>>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

const amountKey = (day: number, { currency, minorUnits }: AccountRow): string =>
  `${String(day)} ${currency} ${String(minorUnits)}`

const dayKey: Key = (row) => amountKey(row.day, row)

/** What equal rows have in common, from the most. A row without the text has no such key. */
const equalities: ReadonlyArray<Key> = [
  (row) => (row.text && row.bankText ? `${dayKey(row)}|${row.text}|${row.bankText}` : ''),
  (row) => (row.text ? `${dayKey(row)}|${row.text}` : ''),
  (row) => (row.bankText ? `${dayKey(row)}|${row.bankText}` : ''),
]

const areSimilar = (one: AccountRow, other: AccountRow): boolean =>
  similarity(one.words, other.words) >= minSimilarity || similarity(one.bankWords, other.bankWords) >= minSimilarity

/** Pairs the rows of one account under two ids, those with most in common first. No row is in two pairs. */
export const pairRows = (from: ReadonlyArray<AccountRow>, to: ReadonlyArray<AccountRow>): PairedRows => {
  const [restFrom, restTo] = [new Set(from), new Set(to)]
  const pairs: Array<RowPair> = []
  const add = (one: AccountRow, other: AccountRow, likeness: RowLikeness): void => {
    pairs.push({ from: one, to: other, likeness })
    restFrom.delete(one)
    restTo.delete(other)
  }

  for (const key of equalities) {
    const groups = groupBy(restTo, key)
    for (const [equality, rows] of groupBy(restFrom, key)) {
      // Rows that are equal in all of this are paired in the order of their ids.
      const others = equality === '' ? [] : (groups.get(equality) ?? [])
      rows.slice(0, others.length).forEach((row, index) => add(row, others[index] as AccountRow, 'same'))
    }
  }

  /** Pairs rows that each are the only one that fits the other. */
  const addUnique = (likeness: RowLikeness, days: number, fits: typeof areSimilar): void => {
    const [byFrom, byTo] = [groupBy(restFrom, dayKey), groupBy(restTo, dayKey)]
    const fitting = (row: AccountRow, groups: typeof byTo): ReadonlyArray<AccountRow> =>
      Array.from({ length: 2 * days + 1 }, (_, index) => groups.get(amountKey(row.day - days + index, row)) ?? [])
        .flat()
        .filter((other) => fits(row, other))
    for (const row of Array.from(restFrom)) {
      const [other, ...others] = fitting(row, byTo)
      if (other && others.length === 0 && restTo.has(other) && fitting(other, byFrom).length === 1)
        add(row, other, likeness)
    }
  }
  addUnique('similar', 0, areSimilar)
  addUnique('similar', maxDays, areSimilar)
  addUnique('amount', 0, () => true)

  return {
    pairs: pairs.sort((one, other) => compareRows(one.from, other.from)),
    onlyFrom: Array.from(restFrom),
    onlyTo: Array.from(restTo),
  }
}
