const { imul } = Math

/** What the two halves of a hash are multiplied by: odd numbers, so that no bit is lost. */
export const keyHigh = 0x5f356495
export const keyLow = 0x9e3779b1

/** Mixes two halves of 32 bits, and gives them as one whole number of 53. */
export const finish = (high: number, low: number): number => {
  const mixed = imul(high ^ (high >>> 16), 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35)
  const other = imul(low ^ (low >>> 16), 0x85ebca6b) ^ imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed & 0x1fffff) * 2 ** 32 + (other >>> 0)
}

/** A hash of a text, a whole number of 53 bits: that two of 10,000 texts have the same has a chance of 1 to 10⁸. */
export const textHash = (text: string): number => {
  let high = 0x41c6ce57
  let low = 0xdeadbeef
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = imul(high ^ code, keyHigh)
    low = imul(low ^ code, keyLow)
  }
  return finish(high, low)
}
