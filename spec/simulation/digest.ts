import { textSeed } from '../../lib/testing/sandbox/seededRandom.js'

/** What a run was, in 16 letters: two runs that differ anywhere differ here. */
export interface Digest {
  readonly add: (time: number, word: string, value: number) => void
  readonly text: () => string
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')

/** An empty digest; of the words it knows it keeps the numbers. */
export const createDigest = (): Digest => {
  const known = new Map<string, number>()
  let [low, high] = [0x811c9dc5, 0x2f72b421]

  const mix = (value: number): void => {
    low = Math.imul(low ^ value, 0x01000193)
    low ^= low >>> 15
    high = Math.imul(high ^ (value + low), 0x85ebca6b)
    high ^= high >>> 13
  }

  const codeOf = (word: string): number => {
    const kept = known.get(word)
    if (kept !== undefined) return kept
    const code = textSeed(word)
    known.set(word, code)
    return code
  }

  return {
    add: (time, word, value) => {
      mix(time / 2 ** 32)
      mix(time | 0)
      mix(codeOf(word))
      mix(value | 0)
    },
    text: () => hex(high) + hex(low),
  }
}
