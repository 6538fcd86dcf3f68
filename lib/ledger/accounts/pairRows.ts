import { isSome } from 'fp-ts/lib/Option.js'
import { daysSinceEpoch } from '../../base/codec/calendar.js'
import { guardCodec } from '../../base/codec/guardCodec.js'
import { list } from '../../base/codec/list.js'
import { object } from '../../base/codec/object.js'
import { maxLength, splitWords, wordsOf } from '../../service/model/similarity.js'
import { groupBy } from '../groupBy.js'
import { isRemoved, type LedgerEntry, type LedgerRow, toEntryOfAccount } from '../toLedgerEntry.js'
import { compareIds } from '../transfers/OpenRow.js'
import { isId } from './RelinkedAccount.js'

/** How far two rows of one account are the same. See `MatchedRow`. */
export type RowLikeness = 'same' | 'similar' | 'amount'

/**
 * The keys by which rows are paired; `undefined` for a row without the text.
 *
 * - `id`, `bankText`, `text`: with the day and the amount.
 * - `onlyText`: `text` of a row without a text of the bank. Where both rows have one, only this one decides.
 * - `texts`: both texts, with the amount.
 */
type RowKeys = Readonly<Record<'id' | 'bankText' | 'text' | 'onlyText' | 'texts', string | undefined>>

/** What the rules read of a row of an account. */
export interface AccountRow {
  readonly id: string
  /** Its date, in days since 1970. */
  readonly day: number
  readonly minorUnits: bigint
  readonly currency: string
  /** Rows with the same currency and amount have the same key; with `dayKey` also the same day. */
  readonly amountKey: string
  readonly dayKey: string
  /** Its texts without case, accents and punctuation. */
  readonly text: string
  readonly bankText: string
  /** Rows with an equal key are equal. */
  readonly keys: RowKeys
  /** The words of its text, without dates and references. */
  readonly kind: string
  /** Whether it is a purchase with a card. */
  readonly isPurchase: boolean
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

/** The codec of rows. Other fields than the id are read as far as they are known. */
export const rowsCodec = /* @__PURE__ */ list(
  /* @__PURE__ */ guardCodec('a row with an id', (u): u is LedgerRow => object.is(u) && isId(u.id)),
)

/** The maximum number of days between two rows with the same text: banks correct days. */
export const maxDays = 3

/** The maximum number of rows with one day and amount whose texts are compared word by word. It bounds the time. */
const maxGroup = 50

const compareRows = (one: AccountRow, other: AccountRow): number => one.day - other.day || compareIds(one.id, other.id)

/** A text without case, accents and punctuation. */
const fold = (text: string): string => splitWords(text).join(' ') + text.slice(maxLength)

/** How the text of a bank begins for a purchase with a card. */
const cardText =
  /^((paiement|achat|facture|debit)( par)? )?(cb|carte|card|karte|kartenzahlung|debitkarte|tarjeta|carta|pos|visa|mastercard|maestro|girocard)\b/

/** Whether a row is a purchase with a card: the service says so or, if it does not know, the text does. */
const isPurchase = (operation: string | undefined, minorUnits: bigint, texts: ReadonlyArray<string>): boolean =>
  minorUnits < 0n &&
  (operation === undefined || operation === 'unknown'
    ? texts.some((text) => cardText.test(text))
    : operation === 'card')

const toKeys = (id: string, text: string, bankText: string, amountKey: string, dayKey: string): RowKeys => {
  const key = (value: string): string | undefined => (value === '' ? undefined : `${dayKey} ${value}`)
  return {
    id: key(id),
    bankText: key(bankText),
    text: key(text),
    onlyText: bankText === '' ? key(text) : undefined,
    texts: text === '' && bankText === '' ? undefined : `${amountKey} ${bankText}|${text}`,
  }
}

const toAccountRow = (entry: LedgerEntry): AccountRow => {
  const { id, date, minorUnits, currency } = entry
  const [text, bankText] = [fold(entry.text), fold(entry.bankText)]
  const amountKey = `${currency} ${String(minorUnits)}`
  const dayKey = `${date} ${amountKey}`
  return {
    id,
    day: daysSinceEpoch(date),
    minorUnits,
    currency,
    amountKey,
    dayKey,
    text,
    bankText,
    keys: toKeys(id, text, bankText, amountKey, dayKey),
    kind: Array.from(wordsOf(text || bankText)).join(' '),
    isPurchase: isPurchase(entry.operation, minorUnits, [text, bankText]),
  }
}

/**
 * The booked rows of an account, in the order of their days. The rows of an account that is gone may have been removed with
 * it: so they count if all are removed. Otherwise the removed ones were removed before.
 */
export const toAccountRows = (rows: ReadonlyArray<LedgerRow>, isGone: boolean): ReadonlyArray<AccountRow> => {
  const byId = new Map<string, AccountRow>()
  const wereRemovedTogether = isGone && rows.every(isRemoved)
  for (const row of rows) {
    if (!wereRemovedTogether && isRemoved(row)) continue
    // The caller knows to which account a row belongs, even if the row does not say so.
    const entry = toEntryOfAccount(row, '')
    if (isSome(entry) && !entry.value.isPending) byId.set(entry.value.id, toAccountRow(entry.value))
  }
  return Array.from(byId.values()).sort(compareRows)
}

/** One row or several with the same day, amount and texts. */
type EqualRows = readonly [AccountRow, ...ReadonlyArray<AccountRow>]

const groupEqual = (rows: ReadonlyArray<AccountRow>): ReadonlyArray<EqualRows> =>
  Array.from(
    groupBy(rows, ({ text, bankText }) => `${bankText}|${text}`).values(),
  ) as unknown as ReadonlyArray<EqualRows>

/** The texts of two rows that are compared: the bank's if both have it. */
const selectTexts = (one: AccountRow, other: AccountRow): readonly [string, string] => {
  if (one.bankText !== '' && other.bankText !== '') return [one.bankText, other.bankText]
  if (one.text !== '' && other.text !== '') return [one.text, other.text]
  return [one.bankText || one.text, other.bankText || other.text]
}

/** Whether one text has all words of the other: the other says nothing else, such as another number or name. */
const haveSameWords = (one: AccountRow, other: AccountRow): boolean => {
  const [short, long] = selectTexts(one, other)
    .map((text) => new Set(text.split(' ')))
    .sort((words, others) => words.size - others.size) as [Set<string>, Set<string>]
  return !short.has('') && Array.from(short).every((word) => long.has(word))
}

const isTextUnknown = (one: AccountRow, other: AccountRow): boolean => selectTexts(one, other).includes('')

/** At most two rows that are at most `maxDays` away from a day, of rows in the order of their days. */
const rowsNear = (rows: ReadonlyArray<AccountRow>, day: number): ReadonlyArray<AccountRow> => {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as AccountRow).day < day - maxDays) low = middle + 1
    else high = middle
  }
  return rows.slice(low, low + 2).filter((row) => row.day <= day + maxDays)
}

const readAmounts = (rows: ReadonlyArray<AccountRow>): ReadonlySet<string> =>
  new Set(rows.map(({ amountKey }) => amountKey))

/** The first and the last day that two histories have in common. */
export const overlapOf = (
  from: ReadonlyArray<AccountRow>,
  to: ReadonlyArray<AccountRow>,
): readonly [first: number, last: number] => [
  Math.max(from[0]?.day ?? Infinity, to[0]?.day ?? Infinity),
  Math.min(from.at(-1)?.day ?? -Infinity, to.at(-1)?.day ?? -Infinity),
]

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

  /** Pairs equal rows in the order of their ids. */
  const addEqual = (keyFrom: keyof RowKeys, keyTo: keyof RowKeys): void => {
    const groups = groupBy(restTo, ({ keys }) => keys[keyTo])
    for (const [key, rows] of groupBy(restFrom, ({ keys }) => keys[keyFrom])) {
      const others = groups.get(key) ?? []
      rows.slice(0, others.length).forEach((row, position) => add(row, others[position] as AccountRow, 'same'))
    }
  }
  addEqual('id', 'id')
  addEqual('bankText', 'bankText')
  addEqual('onlyText', 'text')
  addEqual('text', 'onlyText')

  /**
   * Pairs rows with the same day and amount that each are the only one left that fits the other. Equal rows are as one, and
   * are paired in the order of their ids.
   */
  const addUnique = (likeness: RowLikeness, fits: typeof haveSameWords): void => {
    const groups = groupBy(restTo, ({ dayKey }) => dayKey)
    for (const [key, rows] of groupBy(restFrom, ({ dayKey }) => dayKey)) {
      const [kinds, otherKinds] = [groupEqual(rows), groupEqual(groups.get(key) ?? [])]
      if (Math.max(kinds.length, otherKinds.length) > maxGroup) continue
      const fit = ([one]: EqualRows, [other]: EqualRows): boolean => fits(one, other)
      for (const kind of kinds) {
        const [otherKind, ...more] = otherKinds.filter((another) => fit(kind, another))
        if (!otherKind || more.length > 0 || kinds.filter((another) => fit(another, otherKind)).length > 1) continue
        kind
          .slice(0, otherKind.length)
          .forEach((row, position) => add(row, otherKind[position] as AccountRow, likeness))
      }
    }
  }
  addUnique('similar', haveSameWords)
  addUnique('amount', isTextUnknown)

  // A day was corrected if both histories have both days, and only one such row near them. Otherwise it is a new row.
  const [first, last] = overlapOf(from, to)
  const isShared = ({ day }: AccountRow): boolean => day >= first && day <= last
  const byTexts = ({ keys }: AccountRow): string | undefined => keys.texts
  const allTo = groupBy(restTo.size > 0 ? to : [], byTexts)
  const allFrom = groupBy(restTo.size > 0 ? from : [], byTexts)
  for (const [key, rows] of groupBy(Array.from(restFrom).filter(isShared), byTexts)) {
    for (const row of rows) {
      const [other, ...more] = rowsNear(allTo.get(key) ?? [], row.day)
      const isOnly = other && more.length === 0 && rowsNear(allFrom.get(key) ?? [], other.day).length === 1
      if (isOnly && restTo.has(other) && isShared(other)) add(row, other, 'similar')
    }
  }

  return {
    pairs: pairs.sort((one, other) => compareRows(one.from, other.from)),
    onlyFrom: from.filter((row) => !pairedFrom.has(row)),
    onlyTo: to.filter((row) => !pairedTo.has(row)),
  }
}
