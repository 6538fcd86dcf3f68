import { isIban } from '../transfers/ownAccounts.js'

/**
 * What is visible of an account's number, in capitals and without spaces.
 *
 * - `iban`: the complete IBAN, if it is one.
 * - `head`, `tail`: its first characters and its last digits. Empty if they are not visible, or not comparable.
 */
export interface AccountNumber {
  readonly iban: string | undefined
  readonly head: string
  readonly tail: string
}

/** The numbers in an account's name: all groups of digits, and the one after a mask, such as `1234` in `Visa ****1234`. */
export interface NameNumbers {
  readonly groups: ReadonlyArray<string>
  readonly masked: string
}

/** Whether two numbers are one, as far as both are visible. */
export type Comparison = 'same' | 'different' | 'unknown'

const noNumber: AccountNumber = { iban: undefined, head: '', tail: '' }

/** The maximum number of characters that are read. They bound the time for hostile texts. */
const [maxNumber, maxName] = [100, 200]

const startsLikeIban = (text: string): boolean => /^[A-Z]{2}\d/.test(text)

/** Eight equal digits at the end or, as in some countries, before a key of two: a placeholder of an account. */
const placeholder = /(\d)\1{7}(\d\d)?$/

/** Such a placeholder of zeros shows no digit of the account. */
const noDigits = /0{8}(\d\d)?$/

/**
 * Parses the IBAN of an account, which may have spaces, be in small letters, be masked, or be a number of another kind.
 * The end of an IBAN that is cut off says nothing, because accounts of one bank begin alike.
 */
export const parseAccountNumber = (text: string): AccountNumber => {
  if (text.length > maxNumber) return noNumber
  const compact = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/([A-Z0-9])[.\-/](?=[A-Z0-9])/g, '$1')
  if (noDigits.test(compact)) return noNumber
  const parts = compact.split(/[^A-Z0-9]+|X{2,}/)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const isMasked = parts.length > 1
  const iban = !isMasked && isIban(compact) && !placeholder.test(compact) ? compact : undefined
  const isLikeIban = startsLikeIban(first)
  return {
    iban,
    head: isLikeIban || (isMasked && /^\d/.test(first)) ? first : '',
    tail: isMasked || iban !== undefined || !isLikeIban ? (/\d*$/.exec(last)?.[0] ?? '') : '',
  }
}

/**
 * Reads the numbers in the name of an account. Only a masked number can be its own: another one can be that of the
 * client, which all accounts of a person have.
 */
export const readNameNumbers = (name: string): NameNumbers => {
  const text = name.slice(0, maxName).normalize('NFKC')
  return {
    groups: text.match(/\d+/g) ?? [],
    masked: /(?:[*•·.#]{2,}|x{2,})\s?(\d{3,})/i.exec(text)?.[1] ?? '',
  }
}

/** Whether digits are those of one account: at least four without leading zeros, and not all equal. */
const areTelling = (digits: string): boolean => /^0*[1-9]\d{3,}$/.test(digits) && !/^(\d)\1*$/.test(digits)

const isEndOf = (end: string, text: string): boolean => text.endsWith(end)

/** Compares visible ends. A shorter end may be part of a longer one. */
const compareEnds = (one: string, other: string): Comparison => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short === '') return 'unknown'
  if (!isEndOf(short, long)) return 'different'
  return areTelling(short) ? 'same' : 'unknown'
}

/** Compares two complete IBANs. */
export const compareIbans = (one: AccountNumber, other: AccountNumber): Comparison => {
  if (one.iban === undefined || other.iban === undefined) return 'unknown'
  return one.iban === other.iban ? 'same' : 'different'
}

/** Compares what is visible of two numbers, of which at least one is no complete IBAN. */
export const compareDigits = (one: AccountNumber, other: AccountNumber): Comparison => {
  if (one.iban !== undefined && other.iban !== undefined) return 'unknown'
  const length = Math.min(one.head.length, other.head.length)
  const areComparable = startsLikeIban(one.head) === startsLikeIban(other.head)
  if (areComparable && one.head.slice(0, length) !== other.head.slice(0, length)) return 'different'
  return compareEnds(one.tail, other.tail)
}

/** The minimum number of digits of a group that can be the end of a longer one: `Pot 1` is not `Pot 11`. */
const minEnd = 3

/** Whether two groups of digits can be one number, which one of the names shows only in part. */
const canBeOne = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= minEnd && (isEndOf(one, other) || isEndOf(other, one)))

/** Compares the numbers in two names: those of one name have to be among those of the other. */
export const compareNameNumbers = (one: NameNumbers, other: NameNumbers): Comparison => {
  const [few, many] = one.groups.length < other.groups.length ? [one, other] : [other, one]
  if (!few.groups.every((group) => many.groups.some((another) => canBeOne(group, another)))) return 'different'
  return compareEnds(one.masked, other.masked)
}
