import { isSome } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { similarity, splitWords, wordsOf } from '../../service/model/similarity.js'
import { isRemoved, type LedgerEntry, type LedgerRow, toEntryOfAccount } from '../toLedgerEntry.js'
import { compareIds } from '../transfers/OpenRow.js'

/** How far two rows of one account are the same: their texts are equal, similar, or only day and amount are equal. */
export type RowLikeness = 'same' | 'similar' | 'amount'

/** The words of the two texts of a row. */
export interface RowWords {
  readonly text: ReadonlySet<string>
  readonly bankText: ReadonlySet<string>
}

/** What the rules read of a row of an account. */
export interface AccountRow {
  readonly id: string
  /** Its date, in days since 1970. */
  readonly day: number
  readonly minorUnits: bigint
  readonly currency: string
  /** Rows with the same currency and amount have the same key. */
  readonly amountKey: string
  /** Rows with an equal key are the same: by both texts, by the text, and by the bank's. A row without the text has none. */
  readonly equalities: ReadonlyArray<string>
  /** Its words. They are read at the first call. */
  readonly words: () => RowWords
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

/** The maximum number of days between two rows with similar texts: banks correct days. */
export const maxDays = 3

/** The minimum similarity of two similar texts. */
const minSimilarity = 0.5

const compareRows = (one: AccountRow, other: AccountRow): number => one.day - other.day || compareIds(one.id, other.id)

/** A text without case, accents and punctuation. */
const fold = (text: string): string => splitWords(text).join(' ')

const toAccountRow = ({ id, date, minorUnits, currency, text, bankText }: LedgerEntry): AccountRow => {
  const amountKey = `${currency} ${String(minorUnits)}`
  const [folded, bankFolded] = [fold(text), fold(bankText)]
  const equality = (...texts: ReadonlyArray<string>): string =>
    texts.includes('') ? '' : [date, amountKey, ...texts].join('|')
  let words: RowWords | undefined
  return {
    id,
    day: daysSinceEpoch(date),
    minorUnits,
    currency,
    amountKey,
    equalities: [equality(folded, bankFolded), equality(folded), equality(bankFolded)],
    words: () => (words ??= { text: wordsOf(text), bankText: wordsOf(bankText) }),
  }
}

/**
 * The booked rows of an account, in the order of their days. The rows of an account that is gone were removed with it,
 * so `isGone` includes removed rows.
 */
export const toAccountRows = (rows: ReadonlyArray<LedgerRow>, isGone: boolean): ReadonlyArray<AccountRow> => {
  const byId = new Map<string, AccountRow>()
  for (const row of rows) {
    if (!isGone && isRemoved(row)) continue
    // The caller knows to which account a row belongs, even if the row does not say so.
    const entry = toEntryOfAccount(row, '')
    if (isSome(entry) && !entry.value.isPending) byId.set(entry.value.id, toAccountRow(entry.value))
  }
  return Array.from(byId.values()).sort(compareRows)
}

const groupBy = (
  rows: Iterable<AccountRow>,
  key: (row: AccountRow) => string | undefined,
): ReadonlyMap<string, ReadonlyArray<AccountRow>> => {
  const groups = new Map<string, Array<AccountRow>>()
  for (const row of rows) {
    const value = key(row)
    if (!value) continue
    const group = groups.get(value)
    if (group) group.push(row)
    else groups.set(value, [row])
  }
  return groups
}

const areSimilar = (one: AccountRow, other: AccountRow): boolean => {
  const [words, others] = [one.words(), other.words()]
  return (
    similarity(words.text, others.text) >= minSimilarity || similarity(words.bankText, others.bankText) >= minSimilarity
  )
}

/** The rows at most `days` away from a day, of rows in the order of their days. */
const rowsNear = (rows: ReadonlyArray<AccountRow>, day: number, days: number): ReadonlyArray<AccountRow> => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as AccountRow).day < day - days) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < rows.length && (rows[end] as AccountRow).day <= day + days) end++
  return rows.slice(low, end)
}

const readAmounts = (rows: ReadonlyArray<AccountRow>): ReadonlySet<string> =>
  new Set(rows.map(({ amountKey }) => amountKey))

/** Pairs the rows of one account under two ids, those with most in common first. No row is in two pairs. */
export const pairRows = (from: ReadonlyArray<AccountRow>, to: ReadonlyArray<AccountRow>): PairedRows => {
  // Most pairs of accounts have few amounts in common: only the rows with these are compared.
  const [amountsFrom, amountsTo] = [readAmounts(from), readAmounts(to)]
  const restFrom = new Set(from.filter(({ amountKey }) => amountsTo.has(amountKey)))
  const restTo = new Set(to.filter(({ amountKey }) => amountsFrom.has(amountKey)))
  const [pairedFrom, pairedTo] = [new Set<AccountRow>(), new Set<AccountRow>()]
  const pairs: Array<RowPair> = []
  const add = (one: AccountRow, other: AccountRow, likeness: RowLikeness): void => {
    pairs.push({ from: one, to: other, likeness })
    restFrom.delete(one)
    restTo.delete(other)
    pairedFrom.add(one)
    pairedTo.add(other)
  }

  for (const index of [0, 1, 2]) {
    const groups = groupBy(restTo, ({ equalities }) => equalities[index])
    for (const [equality, rows] of groupBy(restFrom, ({ equalities }) => equalities[index])) {
      // Rows that are equal in all of this are paired in the order of their ids.
      const others = groups.get(equality) ?? []
      rows.slice(0, others.length).forEach((row, position) => add(row, others[position] as AccountRow, 'same'))
    }
  }

  /** Pairs rows that each are the only one that fits the other. */
  const addUnique = (likeness: RowLikeness, days: number, fits: typeof areSimilar): void => {
    const byAmount = groupBy(restTo, ({ amountKey }) => amountKey)
    for (const [amount, rows] of groupBy(restFrom, ({ amountKey }) => amountKey)) {
      const others = byAmount.get(amount) ?? []
      const fitting = (row: AccountRow, options: ReadonlyArray<AccountRow>): ReadonlyArray<AccountRow> =>
        rowsNear(options, row.day, days).filter((other) => fits(row, other))
      for (const row of others.length > 0 ? rows : []) {
        const [other, ...more] = fitting(row, others)
        if (other && more.length === 0 && fitting(other, rows).length === 1) add(row, other, likeness)
      }
    }
  }
  addUnique('similar', 0, areSimilar)
  addUnique('similar', maxDays, areSimilar)
  addUnique('amount', 0, () => true)

  return {
    pairs: pairs.sort((one, other) => compareRows(one.from, other.from)),
    onlyFrom: from.filter((row) => !pairedFrom.has(row)),
    onlyTo: to.filter((row) => !pairedTo.has(row)),
  }
}
