import { dayText } from '../../base/codec/calendar.js'
import type { AccountDoubt, AccountEvidence, RowComparison } from './AccountLink.js'
import { compareDigits, compareIbans, compareNameNumbers, type Comparison } from './accountNumber.js'
import { type AccountRow, maxDays, overlapOf, pairRows, type RowPair } from './pairRows.js'
import type { AccountFacts } from './RelinkedAccount.js'

/** An account with its rows, in the order of their days. */
export interface AccountBook extends AccountFacts {
  readonly rows: ReadonlyArray<AccountRow>
  /** How many rows have each amount. */
  readonly amounts: ReadonlyMap<bigint, number>
}

/** Adds the rows to an account. An account without a currency has that of its rows, if it is only one. */
export const toAccountBook = (facts: AccountFacts, rows: ReadonlyArray<AccountRow>): AccountBook => {
  const currencies = new Set(rows.map(({ currency }) => currency))
  const currency = facts.currency ?? (currencies.size === 1 ? rows[0]?.currency : undefined)
  const amounts = new Map<bigint, number>()
  for (const { minorUnits } of rows) amounts.set(minorUnits, (amounts.get(minorUnits) ?? 0) + 1)
  return { ...facts, currency, rows, amounts }
}

/** How two accounts with the same currency compare. */
export interface AccountComparison {
  readonly evidence: ReadonlyArray<AccountEvidence>
  /** Why they are not certainly one account; empty if they are. */
  readonly doubts: ReadonlyArray<AccountDoubt>
  readonly rows: RowComparison
  /** How strong the evidence is that no other account should have, whatever the doubts are: 0, if there is none, to 2. */
  readonly strength: number
  /** Orders pairs with doubts: the more they have in common, the greater. */
  readonly likeness: number
  /** Whether a person should be asked, if one of them is gone, and if both exist. */
  readonly isPlausible: boolean
  readonly isPlausibleDuplicate: boolean
}

const compareValues = (one: string | undefined, other: string | undefined): Comparison => {
  if (one === undefined || other === undefined) return 'unknown'
  return one === other ? 'same' : 'different'
}

/**
 * Names are the same if they have the same words. If one has all words of the other, they may be: `Livret A` is in the
 * names of the savings of two children.
 */
const compareNames = (one: ReadonlySet<string>, other: ReadonlySet<string>): Comparison => {
  const [short, long] = one.size < other.size ? [one, other] : [other, one]
  if (!Array.from(short).every((word) => long.has(word))) return 'different'
  return short.size > 0 && short.size === long.size ? 'same' : 'unknown'
}

/** One comparison of two; a difference counts more. */
const either = (one: Comparison, other: Comparison): Comparison =>
  (['different', 'same'] as const).find((result) => result === one || result === other) ?? 'unknown'

/** The rows of two accounts, and how far they show that the accounts are one. */
interface ComparedRows {
  readonly summary: RowComparison
  /** Whether at least nine of ten rows of the overlap are on both accounts. */
  readonly agree: boolean
  /**
   * Whether for most rows of the overlap, or for most purchases, the other account has no row with this day and amount,
   * whatever the text.
   */
  readonly differ: boolean
  /** On how many days there are the same rows. */
  readonly days: number
  /** How many of the same rows are distinctive, and how many of these are purchases, of different kinds and days. */
  readonly distinctive: number
  readonly purchases: number
}

const compareVisibleDigits = (one: AccountFacts, other: AccountFacts): Comparison =>
  either(compareDigits(one.number, other.number), compareNameNumbers(one.nameNumbers, other.nameNumbers))

/** Whether the numbers of two accounts show that they are not one. */
export const haveDifferentNumbers = (one: AccountFacts, other: AccountFacts): boolean =>
  compareIbans(one.number, other.number) === 'different' || compareVisibleDigits(one, other) === 'different'

/** The share of rows that have to be the same, and of all rows of the overlap, its first and last days included. */
const [minAgreement, minSharedAgreement, maxDisagreement] = [0.9, 0.5, 0.5]

/** The share of rows at each end of a history that may have a wrong day. */
const outliers = 0.05

/** The overlap of two histories, without single rows far from the others. */
const usualDays = (...histories: ReadonlyArray<ReadonlyArray<AccountRow>>): readonly [first: number, last: number] => {
  const firsts = histories.map((rows) => rows[Math.floor(rows.length * outliers)]?.day ?? Infinity)
  const lasts = histories.map((rows) => rows[Math.ceil(rows.length * (1 - outliers)) - 1]?.day ?? -Infinity)
  return [Math.max(...firsts), Math.min(...lasts)]
}

/**
 * Whether the same row could hardly be on another account: its amount is not round, and each account has it once. Rent,
 * salaries, and whatever else recurs, can be equal on several accounts.
 */
const isDistinctive =
  (from: AccountBook, to: AccountBook) =>
  ({ from: { minorUnits } }: RowPair): boolean =>
    minorUnits % 100n !== 0n && from.amounts.get(minorUnits) === 1 && to.amounts.get(minorUnits) === 1

const arePurchases = ({ from, to }: RowPair): boolean => from.isPurchase && to.isPurchase

/** Counts rows. Those of one kind, such as in one shop, or of one day count once. */
const countDistinct = (pairs: ReadonlyArray<RowPair>): number =>
  Math.min(new Set(pairs.map(({ from }) => from.kind)).size, new Set(pairs.map(({ from }) => from.day)).size)

const compareRows = (from: AccountBook, to: AccountBook): ComparedRows => {
  const ofCurrency = ({ rows }: AccountBook) =>
    rows.filter(({ currency }) => currency === (from.currency ?? to.currency))
  const [fromRows, toRows] = [ofCurrency(from), ofCurrency(to)]
  const [first, last] = overlapOf(fromRows, toRows)
  const isShared = ({ day }: AccountRow): boolean => day >= first - maxDays && day <= last + maxDays
  const { pairs, onlyFrom, onlyTo } = pairRows(fromRows.filter(isShared), toRows.filter(isShared))
  const [firstUsual, lastUsual] = usualDays(fromRows, toRows)
  const isInside = ({ day }: AccountRow): boolean => day >= firstUsual + maxDays && day <= lastUsual - maxDays
  const [restFrom, restTo] = [onlyFrom.filter(isInside), onlyTo.filter(isInside)]
  const different = Math.max(restFrom.length, restTo.length)
  /** The rows of which the other account has none with the day and amount. */
  const without = (rows: ReadonlyArray<AccountRow>, others: ReadonlyArray<AccountRow>): number => {
    const keys = new Set(others.map(({ dayKey }) => dayKey))
    return rows.filter(({ dayKey }) => !keys.has(dayKey)).length
  }
  /** Whether most of these rows, and at least so many, are without a row of the other account. */
  const areUnlike = (minUnlike: number, isMeant: (row: AccountRow) => boolean): boolean => {
    const [meantFrom, meantTo] = [restFrom.filter(isMeant), restTo.filter(isMeant)]
    const unlike = Math.max(without(meantFrom, onlyTo), without(meantTo, onlyFrom))
    const all = pairs.filter((pair) => isMeant(pair.from)).length + Math.max(meantFrom.length, meantTo.length)
    return unlike >= minUnlike && (all - unlike) / all < maxDisagreement
  }
  const matched = pairs.filter(({ likeness }) => likeness !== 'amount')
  const distinctive = matched.filter(isDistinctive(from, to))
  const same = matched.filter(({ likeness }) => likeness === 'same').length
  return {
    summary: {
      first: first <= last ? dayText(first) : null,
      last: first <= last ? dayText(last) : null,
      same,
      similar: matched.length - same,
      different,
    },
    agree:
      matched.length / (matched.length + different) >= minAgreement &&
      matched.length / (matched.length + Math.max(onlyFrom.length, onlyTo.length)) >= minSharedAgreement,
    differ: areUnlike(0, () => true) || areUnlike(minPurchases, ({ isPurchase }) => isPurchase),
    days: new Set(matched.map(({ from: { day } }) => day)).size,
    distinctive: countDistinct(distinctive),
    purchases: countDistinct(distinctive.filter(arePurchases)),
  }
}

/**
 * The types of accounts that people pay with. On others, such as the savings of two children, all rows can be the same
 * without being one account.
 */
const paymentTypes = new Set(['checking', 'card'])

/** The purchases that make two accounts one: with the same bank and name, and without. */
const [minPurchases, minPurchasesAlone] = [5, 8]

/** The distinctive rows that make a pair a rival, and about which a person is asked. */
const [minRival, minSimilar] = [5, 3]

/** The days with the same rows that confirm the last digits of a number. */
const minDays = 3

/** Compares two accounts; `undefined` if their currencies differ, so that they are never one. */
export const compareAccounts = (from: AccountBook, to: AccountBook): AccountComparison | undefined => {
  if (compareValues(from.currency, to.currency) === 'different') return undefined
  const iban = compareIbans(from.number, to.number)
  const digits = compareVisibleDigits(from, to)
  const bank = compareValues(from.bank, to.bank)
  const type = compareValues(from.type, to.type)
  const name = compareNames(from.name, to.name)
  const user = compareValues(from.user, to.user)
  const { summary, agree, differ, days, distinctive, purchases } = compareRows(from, to)
  const hasSameRows = agree && days >= minDays
  const hasDistinctiveRows = agree && distinctive >= minRival

  // A wallet has the purchases of the card behind it, with texts of its own: another bank and name need equal texts.
  const isSameByRows =
    agree &&
    type === 'same' &&
    paymentTypes.has(from.type ?? '') &&
    ((purchases >= minPurchasesAlone && (bank === 'same' || name === 'same' || summary.similar === 0)) ||
      (purchases >= minPurchases && bank === 'same' && (name === 'same' || digits === 'same')))
  const isSameByDigits = hasSameRows && digits === 'same' && bank === 'same' && name !== 'different'
  // Several accounts, such as the pots of a bank, can have one IBAN: rows have to agree, or the names in each sign.
  const isSameByIban = iban === 'same' && (hasSameRows || (name === 'same' && from.signs === to.signs))
  const isCertain = isSameByIban || isSameByRows || isSameByDigits

  const evidence: Array<AccountEvidence> = []
  const doubts: Array<AccountDoubt> = []
  /** What may differ if all else is certain: the bank, and the name of an account whose rows no other one can have. */
  const isRenamed = isSameByRows || (iban === 'same' && hasDistinctiveRows && paymentTypes.has(from.type ?? ''))
  const excused = [isCertain && 'bank', isRenamed && 'name']
  const compared = { iban, digits, bank, type, name, user }
  for (const [subject, result] of Object.entries(compared) as Array<[keyof typeof compared, Comparison]>) {
    if (result === 'same' && subject !== 'user') evidence.push(subject)
    if (result === 'different' && !excused.includes(subject)) doubts.push(subject)
  }
  if (hasSameRows) evidence.push('rows')
  if (!isCertain) doubts.push('evidence')
  if (from.currency === undefined || to.currency === undefined) doubts.push('currency')
  if (differ) doubts.push('rows')

  const areSimilarAccounts = agree && distinctive >= (iban === 'different' ? minRival : minSimilar)
  const isPossibleByIban = iban === 'same' && (type !== 'different' || !differ)
  const isPossibleByBank = bank === 'same' && type !== 'different' && iban !== 'different' && !differ
  /** Several accounts can have one IBAN, so that the same rows count more. */
  const strength =
    iban === 'same'
      ? 1 + Number(hasDistinctiveRows || (hasSameRows && name === 'same'))
      : Number(hasDistinctiveRows || isSameByDigits)
  return {
    evidence,
    doubts,
    rows: summary,
    strength: type === 'different' || user === 'different' ? 0 : strength,
    likeness: [iban === 'same', hasSameRows, digits === 'same', name === 'same'].reduce(
      (sum, isSame) => 2 * sum + Number(isSame),
      0,
    ),
    isPlausible: isPossibleByIban || isPossibleByBank || areSimilarAccounts || (hasSameRows && iban !== 'different'),
    isPlausibleDuplicate: (iban === 'same' || areSimilarAccounts) && type !== 'different',
  }
}
