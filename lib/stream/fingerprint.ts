const { imul } = Math

/** A number of 53 bits that stands for a text of any length: among 10,000 texts, two alike are a chance of 1 to 10⁸. */
export const fingerprint = (text: string): number => {
  let high = 0x41c6ce57
  let low = 0xdeadbeef
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = imul(high ^ code, 0x5f356495)
    low = imul(low ^ code, 0x9e3779b1)
  }
  const mixed = imul(high ^ (high >>> 16), 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35)
  const other = imul(low ^ (low >>> 16), 0x85ebca6b) ^ imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed & 0x1fffff) * 2 ** 32 + (other >>> 0)
}
