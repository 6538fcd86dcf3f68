/** Of longer texts only this many characters are compared. */
const longest = 200

const hasDigit = /\p{N}/u

/**
 * The words of a description: without case, accents and punctuation, and without those with digits, which are dates and
 * references, unless there are no others.
 */
export const wordsOf = (text: string): ReadonlySet<string> => {
  const plain = text.slice(0, longest).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const lasting = words.filter((word) => !hasDigit.test(word))
  return new Set(lasting.length > 0 ? lasting : words)
}

/** The similarity of two descriptions, 0 to 1: the Sørensen–Dice coefficient of their words. */
export const similarity = (some: ReadonlySet<string>, others: ReadonlySet<string>): number => {
  let common = 0
  for (const word of some) if (others.has(word)) common++
  return common === 0 ? 0 : (2 * common) / (some.size + others.size)
}
