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

/** How far from a word a misspelling of it may be: two letters swapped are two replaced. */
const tolerance = (word: string): number => Math.ceil(word.length / 3)

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
    .filter((candidate) => Math.abs(candidate.length - word.length) <= tolerance(candidate))
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= tolerance(candidate))
    .sort((a, b) => a.far - b.far)[0]?.candidate
