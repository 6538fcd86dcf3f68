/** How many characters of a text an answer has. */
const maxLength = 200

/** An IBAN of which only the country and the last four characters are left. */
export const maskIban = (iban: unknown): string | null => {
  if (typeof iban !== 'string' || iban === '') return null
  const plain = iban.replace(/[^a-z\d]/gi, '')
  return plain.length < 15 ? '…' : `${plain.slice(0, 2)}…${plain.slice(-4)}`
}

// Senders write it after and before other letters, and with any spaces, dashes or dots between its groups.
const ibanLike =
  /[a-z]{2}\d{2}(?:[\p{Zs}\p{Pd}\p{Pc}.]{0,3}[a-z\d]{4}){2,7}(?:[\p{Zs}\p{Pd}\p{Pc}.]{0,3}[a-z\d]{1,3}(?![a-z\d]))?/giu

/** Fewer digits are words that only look like an IBAN. */
const minDigits = 8

/** A text in which IBANs are masked, in whatever case and groups. */
const maskIbans = (text: string): string =>
  text.replace(ibanLike, (found) => (found.replace(/\D/g, '').length < minDigits ? found : (maskIban(found) ?? '')))

/**
 * A text that a bank, or whoever sent money, has written, for an answer: without control characters, marks of direction, halves
 * of characters and selectors of variants, which can hide a text, on one line, and cut.
 */
export const bankText = (text: unknown, showIbans: boolean): string | null => {
  if (typeof text !== 'string') return null
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}]+/gu, ' ').trim()
  // Before the text is cut: half an IBAN is not recognized.
  const masked = showIbans ? plain : maskIbans(plain)
  const characters = Array.from(masked)
  return characters.length <= maxLength ? masked : `${characters.slice(0, maxLength).join('')}…`
}
