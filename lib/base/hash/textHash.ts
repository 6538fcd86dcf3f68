const { imul } = Math

/** The multipliers of the two halves of a hash: odd numbers, so that no bits are lost. */
export const highMultiplier = 0x5f356495
export const lowMultiplier = 0x9e3779b1

/** Mixes two halves of 32 bits into one integer of 53 bits. */
export const mixHalves = (high: number, low: number): number => {
  const mix = imul(high ^ (high >>> 16), 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35)
  const other = imul(low ^ (low >>> 16), 0x85ebca6b) ^ imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return (mix & 0x1fffff) * 2 ** 32 + (other >>> 0)
}

/** A hash of a text, an integer of 53 bits. The chance that two of 10,000 texts have the same hash is 1 in 10⁸. */
export const textHash = (text: string): number => {
  let high = 0x41c6ce57
  let low = 0xdeadbeef
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = imul(high ^ code, highMultiplier)
    low = imul(low ^ code, lowMultiplier)
  }
  return mixHalves(high, low)
}
