/** How many characters must be inserted, left out or replaced to make one word of another, whatever their case. */
const distance = (from: string, to: string): number => {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()]
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] as number) + 1, (row[j - 1] as number) + 1))
    }
  }
  return row[b.length] as number
}

/** Whether a misspelling of a word may be so far from it: two letters swapped are two replaced. */
const isNear = (far: number, word: string): boolean => Math.abs(far) <= Math.ceil(word.length / 3)

/**
 * The one of `words` that somebody who wrote `word` may have meant; `undefined` when none is near.
 *
 * @example
 * import { nearest } from 'rxbank'
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
