/** How many characters of a text an answer has. */
const maxLength = 200

/**
 * A text that a bank, or whoever sent money, has written, for an answer: without control characters, marks of direction and
 * halves of characters, on one line, and cut.
 */
export const bankText = (text: unknown): string | null => {
  if (typeof text !== 'string') return null
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const characters = Array.from(plain)
  return characters.length <= maxLength ? plain : `${characters.slice(0, maxLength).join('')}…`
}

/** An IBAN of which only the country and the last four characters are left. */
export const maskIban = (iban: unknown): string | null => {
  if (typeof iban !== 'string' || iban === '') return null
  const plain = iban.replace(/\s/g, '')
  return plain.length < 15 ? '…' : `${plain.slice(0, 2)}…${plain.slice(-4)}`
}

const ibanInText = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g

/** A text in which IBANs are masked. */
export const maskIbans = (text: string): string => text.replace(ibanInText, (iban) => maskIban(iban) ?? '')
