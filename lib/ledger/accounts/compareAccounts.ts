import { dayText } from '../../base/codec/calendar.js'
import type { AccountDoubt, AccountEvidence, RowComparison } from './AccountLink.js'
import { compareDigits, compareIbans, type Comparison } from './accountNumber.js'
import { type AccountRow, maxDays, pairRows, type RowPair, type RowWords } from './pairRows.js'
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
  /** How strong the evidence of a pair without doubts is; 0 with doubts. */
  readonly rank: number
  /** Whether their IBAN is the same, and their type not another. */
  readonly hasSameIban: boolean
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

/** Names are the same if one has all words of the other: those of two children have words in common too. */
const compareNames = (one: ReadonlySet<string>, other: ReadonlySet<string>): Comparison => {
  if (one.size === 0 || other.size === 0) return 'unknown'
  const [short, long] = one.size < other.size ? [one, other] : [other, one]
  return Array.from(short).every((word) => long.has(word)) ? 'same' : 'different'
}

/** One comparison of two; a difference counts more. */
const either = (one: Comparison, other: Comparison): Comparison =>
  (['different', 'same'] as const).find((result) => result === one || result === other) ?? 'unknown'

/** The words of a row as a key: those of the text or, without one, those of the bank's. */
const textKey = ({ text, bankText }: RowWords): string => Array.from(text.size > 0 ? text : bankText).join(' ')

/** Counts rows. Texts and days that several of them have in common count once. */
const countDistinct = (rows: ReadonlyArray<AccountRow>): number =>
  Math.min(new Set(rows.map((row) => textKey(row.words()))).size, new Set(rows.map(({ day }) => day)).size)

/** The rows of two accounts, and how far they show that the accounts are one. */
interface ComparedRows {
  readonly summary: RowComparison
  /** Whether at least nine of ten rows of the overlap are on both accounts. */
  readonly agree: boolean
  /** Whether more rows of the overlap are on one account than on both. */
  readonly differ: boolean
  /** On how many days there are the same rows. */
  readonly days: number
  /** How many of the same rows could hardly be on another account: the amount is not round, and occurs once. */
  readonly distinctive: number
}

/** The share of rows that have to be the same. */
const [minAgreement, maxDisagreement] = [0.9, 0.5]

/** The share of rows at each end of a history that may have a wrong day. */
const outliers = 0.05

/** The overlap of two histories, without single rows far from the others. */
const usualDays = (...histories: ReadonlyArray<ReadonlyArray<AccountRow>>): readonly [first: number, last: number] => {
  const firsts = histories.map((rows) => rows[Math.floor(rows.length * outliers)]?.day ?? Infinity)
  const lasts = histories.map((rows) => rows[Math.ceil(rows.length * (1 - outliers)) - 1]?.day ?? -Infinity)
  return [Math.max(...firsts), Math.min(...lasts)]
}

const compareRows = (from: AccountBook, to: AccountBook): ComparedRows => {
  const ofCurrency = ({ rows }: AccountBook) =>
    rows.filter(({ currency }) => currency === (from.currency ?? to.currency))
  const [fromRows, toRows] = [ofCurrency(from), ofCurrency(to)]
  const first = Math.max(fromRows[0]?.day ?? Infinity, toRows[0]?.day ?? Infinity)
  const last = Math.min(fromRows.at(-1)?.day ?? -Infinity, toRows.at(-1)?.day ?? -Infinity)
  const isShared = ({ day }: AccountRow): boolean => day >= first - maxDays && day <= last + maxDays
  const { pairs, onlyFrom, onlyTo } = pairRows(fromRows.filter(isShared), toRows.filter(isShared))
  const [firstUsual, lastUsual] = usualDays(fromRows, toRows)
  const isInside = ({ day }: AccountRow): boolean => day >= firstUsual + maxDays && day <= lastUsual - maxDays
  const different = Math.max(onlyFrom.filter(isInside).length, onlyTo.filter(isInside).length)
  const matched = pairs.filter(({ likeness }) => likeness !== 'amount')
  const isDistinctive = ({ from: { minorUnits } }: RowPair): boolean =>
    minorUnits % 100n !== 0n && from.amounts.get(minorUnits) === 1 && to.amounts.get(minorUnits) === 1
  const same = matched.filter(({ likeness }) => likeness === 'same').length
  const share = matched.length / (matched.length + different)
  return {
    summary: {
      first: first <= last ? dayText(first) : null,
      last: first <= last ? dayText(last) : null,
      same,
      similar: matched.length - same,
      different,
    },
    agree: share >= minAgreement,
    differ: pairs.length / (pairs.length + different) < maxDisagreement,
    days: new Set(matched.map(({ from: { day } }) => day)).size,
    distinctive: countDistinct(matched.filter(isDistinctive).map(({ from: row }) => row)),
  }
}

/**
 * The types of accounts that people pay with. On others, such as the savings of two children, all rows can be the same
 * without being one account.
 */
const paymentTypes = new Set(['checking', 'card'])

/** The distinctive rows that make two accounts one: with the same bank and name, and without. */
const [minDistinctive, minDistinctiveAlone] = [5, 8]

/** The distinctive rows about which a person is asked. */
const minSimilar = 3

/** The days with the same rows that confirm the last digits of a number. */
const minDays = 3

/** Compares two accounts; `undefined` if their currencies differ, so that they are never one. */
export const compareAccounts = (from: AccountBook, to: AccountBook): AccountComparison | undefined => {
  if (compareValues(from.currency, to.currency) === 'different') return undefined
  const iban = compareIbans(from.number, to.number)
  const digits = either(compareDigits(from.number, to.number), compareDigits(from.nameNumber, to.nameNumber))
  const bank = compareValues(from.bank, to.bank)
  const type = compareValues(from.type, to.type)
  const name = compareNames(from.name, to.name)
  const { summary, agree, differ, days, distinctive } = compareRows(from, to)
  const hasSameRows = agree && (distinctive > 0 || days >= minDays)
  const arePaymentAccounts = type === 'same' && paymentTypes.has(from.type ?? '')

  const isSameByRows =
    agree &&
    arePaymentAccounts &&
    (distinctive >= minDistinctiveAlone ||
      (distinctive >= minDistinctive &&
        bank === 'same' &&
        digits !== 'different' &&
        (name === 'same' || digits === 'same')))
  const isSameByDigits = hasSameRows && digits === 'same' && bank === 'same' && name !== 'different'
  const isCertain = iban === 'same' || (iban !== 'different' && (isSameByRows || isSameByDigits))

  const evidence: Array<AccountEvidence> = []
  const doubts: Array<AccountDoubt> = []
  const compared = { iban, digits, bank, type, name, user: compareValues(from.user, to.user) }
  /** What may differ if all else is certain: the bank, and with the same rows also the name and the number of a card. */
  const excused = isCertain ? (hasSameRows ? ['bank', 'digits', 'name'] : ['bank']) : []
  for (const [subject, result] of Object.entries(compared) as Array<[keyof typeof compared, Comparison]>) {
    if (result === 'same' && subject !== 'user') evidence.push(subject)
    if (result === 'different' && !excused.includes(subject)) doubts.push(subject)
  }
  if (hasSameRows) evidence.push('rows')
  if (!isCertain) doubts.push('evidence')
  if (from.currency === undefined || to.currency === undefined) doubts.push('currency')
  if (differ) doubts.push('rows')

  const areSimilarAccounts = agree && distinctive >= (iban === 'different' ? minDistinctive : minSimilar)
  const isPossibleByIban = iban === 'same' && (type !== 'different' || !differ)
  const isPossibleByBank = bank === 'same' && type !== 'different' && iban !== 'different' && !differ
  return {
    evidence,
    doubts,
    rows: summary,
    rank: doubts.length > 0 ? 0 : iban === 'same' && hasSameRows ? 2 : 1,
    hasSameIban: iban === 'same' && type !== 'different',
    likeness: [iban === 'same', hasSameRows, digits === 'same', name === 'same'].reduce(
      (sum, isSame) => 2 * sum + Number(isSame),
      0,
    ),
    isPlausible: isPossibleByIban || isPossibleByBank || areSimilarAccounts || (hasSameRows && iban !== 'different'),
    isPlausibleDuplicate: (iban === 'same' || areSimilarAccounts) && type !== 'different',
  }
}
