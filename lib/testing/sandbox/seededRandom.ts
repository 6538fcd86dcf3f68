// jest looks up every global in the context of a spec file: with `Math.imul`, a sandbox took twice as long there.
const { floor, imul } = Math

/** A deterministic hash of two numbers: an unsigned 32-bit integer. */
export const draw = (a: number, b: number): number => {
  let h = imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ imul(b | 0, 0xc2b2ae35)
  h = imul(h ^ (h >>> 16), 0x7feb352d) ^ imul(floor(b / 2 ** 32), 0x27d4eb2f)
  h = imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** A drawn number scaled to a fraction: a number in [0, 1). */
export const fraction = (draw: number): number => draw / 2 ** 32

/** A drawn number scaled to an integer from 0 to `end - 1`. */
export const integerBelow = (drawn: number, end: number): number => floor(fraction(drawn) * end)

/** The element of a non-empty list that a drawn number chooses. */
export const pick = <A>(drawn: number, list: ReadonlyArray<A>): A => list[integerBelow(drawn, list.length)] as A

/** A hash of a text, to use as a seed. */
export const textSeed = (text: string): number => {
  let seed = text.length
  for (let index = 0; index < text.length; index++) seed = draw(seed, text.charCodeAt(index))
  return seed
}

/** Hexadecimal digits that are drawn from a seed, eight for each of `words`. */
export const hex = (seed: number, words: number): string =>
  Array.from({ length: words }, (_, index) => draw(seed, index).toString(16).padStart(8, '0')).join('')

/** A UUID in the format of version 4. */
export const drawUuid = (seed: number): string => {
  const digits = hex(seed, 4)
  const variant = '89ab'.charAt(seed & 3)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}
