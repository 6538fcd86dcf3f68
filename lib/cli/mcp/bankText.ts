import { maskIbans } from './maskIbans.js'

/** How many characters of a text an answer has. */
const maxLength = 200

/** How many characters are searched for IBANs. One that begins in an answer ends here, however far its letters are apart. */
const maxSearched = 2_000

/** An IBAN of which only the country and the last four characters are left. */
export const maskIban = (iban: unknown): string | null => {
  if (typeof iban !== 'string' || iban === '') return null
  const plain = iban.replace(/[^a-z\d]/gi, '')
  return plain.length < 15 ? '…' : `${plain.slice(0, 2)}…${plain.slice(-4)}`
}

/**
 * A text that a bank, or whoever sent money, has written, for an answer: without control characters, marks of
 * direction, halves of characters and selectors of variants, which can hide a text, on one line, and cut.
 */
export const bankText = (text: unknown, showIbans: boolean): string | null => {
  if (typeof text !== 'string') return null
  const plain = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu, ' ')
    .trim()
    .slice(0, maxSearched)
  // Before the text is cut: half an IBAN is not recognized.
  const masked = showIbans ? plain : maskIbans(plain)
  const characters = Array.from(masked)
  return characters.length <= maxLength ? masked : `${characters.slice(0, maxLength).join('')}…`
}
