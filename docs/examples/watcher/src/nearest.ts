/** How many letters must be added, removed or changed to make one word of another. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1]
    for (let place = 1; place <= to.length; place++) {
      const changed = (row[place - 1] ?? 0) + (letter === to[place - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** The word among some that is most like a given one. */
export const nearest = (word: string, words: ReadonlyArray<string>): string =>
  [...words].sort((one, other) => distance(word, one) - distance(word, other))[0] ?? ''
