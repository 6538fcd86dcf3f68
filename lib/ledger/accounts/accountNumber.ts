import { isIban } from '../transfers/ownAccounts.js'

/**
 * What is visible of an account's number, in capitals and without spaces.
 *
 * - `iban`: the complete IBAN, if it is one.
 * - `head`: its beginning, if it is that of an IBAN; `tail`: its last digits. Empty if nothing is visible there.
 */
export interface AccountNumber {
  readonly iban: string | undefined
  readonly head: string
  readonly tail: string
}

/** Whether two numbers are one, as far as both are visible. */
export type Comparison = 'same' | 'different' | 'unknown'

/**
 * The digits at the end of a text, without leading zeros: `0001` is no number of one account. Nothing if all are the
 * same, as in a placeholder.
 */
const lastDigits = (text: string): string => /(?!(.)\1*$)[1-9]\d*$/.exec(/\d*$/.exec(text)?.[0] ?? '')?.[0] ?? ''

const startsLikeIban = (text: string): boolean => /^[A-Z]{2}\d/.test(text)

/**
 * Parses the IBAN of an account, which may have spaces, be in small letters, be masked, or be a number of another kind.
 * The end of an IBAN that is cut off says nothing, because accounts of one bank begin alike.
 */
export const parseAccountNumber = (text: string): AccountNumber => {
  const compact = text
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/([A-Z0-9])[.\-/](?=[A-Z0-9])/g, '$1')
  const parts = compact.split(/[^A-Z0-9]+|X{2,}/)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const isMasked = parts.length > 1
  const iban = !isMasked && isIban(compact) ? compact : undefined
  return {
    iban,
    head: startsLikeIban(first) ? first : '',
    tail: isMasked || iban !== undefined || !startsLikeIban(first) ? lastDigits(last) : '',
  }
}

/**
 * The masked number in the name of an account, such as `Visa ****1234`. A number without a mask can be that of the
 * client, which all accounts of a person have.
 */
export const nameNumber = (name: string): AccountNumber => {
  const [, digits = ''] = /(?:[*•·…#.]{2,}|x{2,})\s?(\d{3,})/i.exec(name) ?? []
  return { iban: undefined, head: '', tail: lastDigits(digits) }
}

/** The minimum number of visible characters that can be the same, and that can differ. */
const [minSame, minDifferent] = [4, 3]

/** Compares two complete IBANs. */
export const compareIbans = (one: AccountNumber, other: AccountNumber): Comparison => {
  if (one.iban === undefined || other.iban === undefined) return 'unknown'
  return one.iban === other.iban ? 'same' : 'different'
}

/** Compares the visible ends of two numbers, of which at least one is no complete IBAN. A shorter end may be part of a longer one. */
export const compareDigits = (one: AccountNumber, other: AccountNumber): Comparison => {
  if (one.iban !== undefined && other.iban !== undefined) return 'unknown'
  const heads = Math.min(one.head.length, other.head.length)
  if (heads >= minSame && one.head.slice(0, heads) !== other.head.slice(0, heads)) return 'different'
  const length = Math.min(one.tail.length, other.tail.length)
  if (length < minDifferent) return 'unknown'
  if (!one.tail.endsWith(other.tail.slice(-length)) || !other.tail.endsWith(one.tail.slice(-length))) return 'different'
  return length >= minSame ? 'same' : 'unknown'
}
