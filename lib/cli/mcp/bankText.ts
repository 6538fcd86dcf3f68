import { maskIbans } from './maskIbans.js'

/** The maximum length of a text in a response. */
const maxLength = 200

/**
 * How many characters are searched for IBANs: enough for one that begins within the response, even if its characters
 * are far apart.
 */
const maxSearched = 2_000

/** Masks an IBAN, except for its country and its last four characters. */
export const maskIban = (iban: unknown): string | null => {
  if (typeof iban !== 'string' || iban === '') return null
  const plain = iban.replace(/[^a-z\d]/gi, '')
  return plain.length < 15 ? '…' : `${plain.slice(0, 2)}…${plain.slice(-4)}`
}

/**
 * Prepares a text by a bank, or by the sender of a payment, for a response: on one line, truncated, and without
 * characters that can hide a text, which are control characters, direction marks, unpaired surrogates and variation
 * selectors.
 */
export const bankText = (text: unknown, showIbans: boolean): string | null => {
  if (typeof text !== 'string') return null
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu, ' ')
    .trim()
    .slice(0, maxSearched)
  // IBANs are masked before the text is truncated, because half an IBAN is not recognized.
  const masked = showIbans ? plain : maskIbans(plain)
  const characters = Array.from(masked)
  return characters.length <= maxLength ? masked : `${characters.slice(0, maxLength).join('')}…`
}
