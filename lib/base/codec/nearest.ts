/** The edit distance of two words: how many characters must be inserted, deleted or replaced, ignoring case. */
const distance = (from: string, to: string): number => {
  const letters = Array.from(to.toLowerCase())
  let row = letters.map((_, index) => index + 1)
  Array.from(from.toLowerCase()).forEach((letter, index) => {
    let left = index + 1
    let diagonal = index
    row = row.map((previous, column) => {
      left = Math.min(previous + 1, left + 1, diagonal + (letter === letters[column] ? 0 : 1))
      diagonal = previous
      return left
    })
  })
  return row.at(-1) ?? 0
}

/** Whether a word at this distance may be a misspelling of `word`. Two swapped letters count as two replacements. */
const isNear = (edits: number, word: string): boolean => Math.abs(edits) <= Math.ceil(word.length / 3)

/**
 * The most similar of `words`, if `word` may be a misspelling of it; else `undefined`.
 *
 * @example
 * import { nearest } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(nearest('bnaks', ['accounts', 'banks', 'items']), 'banks')
 * assert.deepStrictEqual(nearest('users', ['accounts', 'banks', 'items']), undefined)
 */
export const nearest = (word: string, words: ReadonlyArray<string>): string | undefined =>
  words
    .filter(
      (candidate) => isNear(candidate.length - word.length, candidate) && isNear(distance(word, candidate), candidate),
    )
    .sort((a, b) => distance(word, a) - distance(word, b))[0]
