/** How many characters of a description are compared. */
export const maxLength = 200

const hasDigit = /\p{N}/u

/** The words of a description in order, without case, accents and punctuation. */
export const splitWords = (text: string): ReadonlyArray<string> => {
  const plain = text.slice(0, maxLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/**
 * The words of a description: without case, accents and punctuation, and without words with digits, which are dates and
 * references, unless there are no others.
 */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const words = splitWords(text)
  const withoutDigits = words.filter((word) => !hasDigit.test(word))
  return new Set(withoutDigits.length > 0 ? withoutDigits : words)
}

/** The similarity of two descriptions, 0 to 1: the Sørensen–Dice coefficient of their words. */
export const similarity = (words: ReadonlySet<string>, otherWords: ReadonlySet<string>): number => {
  let common = 0
  for (const word of words) if (otherWords.has(word)) common++
  return common === 0 ? 0 : (2 * common) / (words.size + otherWords.size)
}
