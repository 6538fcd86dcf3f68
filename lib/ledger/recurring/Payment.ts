import { daysSinceEpoch } from '../../base/codec/calendar.js'
import type { LedgerEntry } from '../toLedgerEntry.js'

/** The number of characters of a text that are read. */
const maxLength = 200

/**
 * Words that do not name a counterparty: banking terms for kinds of payments, legal forms of companies, and function
 * words.
 */
const commonWords = /* @__PURE__ */ new Set(
  (
    'prlv prelevement prelevements sepa europeen core emetteur ech echeance id ics mdt mandat mandate ref reference ' +
    'motif libelle cb carte card facture paiement payment achat du de des la le les en au aux et a vir virt virement ' +
    'virements inst instantane recu emis web permanent perm retrait dab distributeur visa mastercard paypal sumup ' +
    'zettle stripe sq to on from at the of for and lastschrift einzug rate beitrag mandatsref glaeubiger ' +
    'kartenzahlung kartenzahlg ueberweisung dauerauftrag gutschrift gehalt lohn an von fuer auszahlung geldautomat ' +
    'direct debit dd ddr standing order sto faster fp fps bill bank giro bgc pos vis contactless purchase ' +
    'cash atm withdrawal adeudo recibo transferencia compra tarjeta addebito bonifico carta sarl sas sa ag gmbh ltd ' +
    'limited inc plc bv llc se spa srl iard com www http https fr eu uk net org'
  ).split(' '),
)

/** The names of months in the languages of the service's countries, without accents. */
const monthNames = /* @__PURE__ */ new Set(
  (
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre jan fev feb avr juil sept oct ' +
    'nov dec january february march april may june july august september october november december januar februar ' +
    'maerz marz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre ' +
    'noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre'
  ).split(' '),
)

/** Words that announce a reference: a word with a digit after one of them is never a name. */
const referenceWords = /* @__PURE__ */ new Set(['ref', 'reference', 'mandatsref', 'mdt', 'rum', 'id', 'ics', 'ech'])

/** Matches a word, or a short name with `&`, such as `B&Q`. */
const wordPattern =
  /(?:[\p{L}\p{N}]{1,2} ?& ?[\p{L}\p{N}]|[\p{L}\p{N}] ?& ?[\p{L}\p{N}]{2})(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu

const hasDigit = /\p{N}/u

/**
 * Matches letters with one digit before or after them, such as `O2` and `7eleven`. Other words with digits are
 * references.
 */
const nameWithDigit = /^(?:\p{N}\p{L}{1,9}|\p{L}{1,9}\p{N})$/u

const wordsOf = (text: string): ReadonlyArray<string> => {
  const plain = text.slice(0, maxLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain.matchAll(wordPattern), ([word]) => word.replaceAll(' ', ''))
}

const isName = (word: string): boolean =>
  word.includes('&') || (word.length > 1 && !hasDigit.test(word) && !commonWords.has(word) && !monthNames.has(word))

/**
 * The words of a text that name the counterparty, in their order: without references, dates, months and banking terms.
 * A word with a digit is a name only if no other name precedes it.
 */
const namesIn = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text)
  const firstNameIndex = words.findIndex(isName)
  const isLeadingName = (word: string, index: number): boolean =>
    (firstNameIndex < 0 || index < firstNameIndex) &&
    nameWithDigit.test(word) &&
    !referenceWords.has(words[index - 1] ?? '')
  return words.filter((word, index) => isName(word) || isLeadingName(word, index))
}

/** The maximum number of words in the name of a counterparty: further words are often places and remarks. */
const maxWords = 2

/** The first words that name the counterparty of an entry; empty if its texts contain none. */
export const counterpartyWords = ({ text, bankText }: LedgerEntry): ReadonlyArray<string> => {
  const names = namesIn(text)
  return (names.length > 0 ? names : namesIn(bankText)).slice(0, maxWords)
}

const mandatePattern =
  /\b(prlv|prelevement|mandat|mdt|lastschrift|einzug|dauerauftrag|direct debit|dd|ddr|standing order|sto|permanent|perm|adeudo|domiciliacion|addebito)\b/

/** Whether an entry is a direct debit or a standing order, according to the service or the bank's text. */
export const isMandated = ({ operation, text, bankText }: LedgerEntry): boolean =>
  operation === 'direct_debit' ||
  mandatePattern.test(
    `${bankText} ${text}`
      .slice(0, 2 * maxLength)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase(),
  )

/** An entry with the values that are computed from it once. */
export interface Payment {
  readonly entry: LedgerEntry
  /** Days since 1970. */
  readonly day: number
  /** The absolute amount, only for ratios: it is not exact beyond 2^53. */
  readonly size: number
  /** The words that name the counterparty. */
  readonly words: ReadonlyArray<string>
  /** Whether it is a direct debit or a standing order, according to the service or the bank's text. */
  readonly isMandated: boolean
}

export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const compareAmounts = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sorts payments by day, amount and id, so that their order does not depend on the order of arrival. */
export const comparePayments = (one: Payment, other: Payment): number =>
  one.day - other.day ||
  compareAmounts(one.entry.minorUnits, other.entry.minorUnits) ||
  compareTexts(one.entry.id, other.entry.id)

/** Converts an entry to a payment; `undefined` if its amount is 0, or if its texts do not name a counterparty. */
export const toPayment = (entry: LedgerEntry): Payment | undefined => {
  const words = counterpartyWords(entry)
  if (words.length === 0 || entry.minorUnits === 0n) return undefined
  const size = Math.abs(Number(entry.minorUnits))
  return { entry, day: daysSinceEpoch(entry.date), size, words, isMandated: isMandated(entry) }
}

/** The relative difference of two amounts: 0 if they are equal, and 0.1 if one is about a tenth larger. */
export const difference = (one: Payment, other: Payment): number =>
  one.size === other.size ? 0 : Math.abs(Math.log(one.size / other.size))

export const isSameAmount = (one: Payment, other: Payment): boolean => one.entry.minorUnits === other.entry.minorUnits

/** The name of the counterparty, by which payments are compared. */
export const nameOf = ({ words }: Payment): string => words.join(' ')
