import { randomLookalike, randomNumber, randomWord } from './randomLookalike.js'

/** The pseudonyms of one tape: each method returns the same pseudonym for the same text. */
export interface Pseudonyms {
  /** The pseudonym of a text, or of an id. An id has the same pseudonym as a number and as a text. */
  readonly text: (text: string) => string
  /** The pseudonym of a number that is not an id, such as an amount. */
  readonly number: (text: string) => string
  /** The pseudonym of a name. */
  readonly name: (text: string) => string
  /** How many pseudonyms there are. */
  readonly size: () => number
}

/** Longer texts are not stored, to save memory: they get a new pseudonym each time. */
const maxStoredLength = 8192
/** The number of random attempts before {@link nextFree}, because nearly all short pseudonyms may be in use. */
const maxTries = 100
/** Texts without information, which stay unchanged. */
const unchangedTexts: ReadonlyArray<string> = ['', '<redacted>']

const shortId = /^[1-9]\d{0,5}$/

/**
 * The next unused number with the same number of digits. It keeps pseudonyms of short ids distinct, so that two rows do
 * not become one.
 */
const nextFree = (start: string, isUsed: (text: string) => boolean): string => {
  const min = 10 ** (start.length - 1)
  for (let step = 1; step < 9 * min; step++) {
    const next = String(min + ((Number(start) - min + step) % (9 * min)))
    if (!isUsed(next)) return next
  }
  return start
}

/**
 * Creates random pseudonyms. There is no key, and their table is never written: nobody can compute the original of a
 * pseudonym, or the pseudonym of a guess. Different values get different pseudonyms, as long as there are enough of the
 * same form.
 */
export const createPseudonyms = (): Pseudonyms => {
  const pseudonymOf = new Map<string, string>()
  const usedPseudonyms = new Set<string>()

  const unusedPseudonym = (kind: string, generate: () => string): string => {
    const isUsed = (candidate: string): boolean => usedPseudonyms.has(kind + candidate)
    let candidate = generate()
    for (let tries = 1; isUsed(candidate) && tries < maxTries; tries++) candidate = generate()
    return isUsed(candidate) && shortId.test(candidate) ? nextFree(candidate, isUsed) : candidate
  }

  const pseudonym = (kind: string, text: string, generate: () => string): string => {
    const key = kind + text
    const existing = pseudonymOf.get(key)
    if (existing !== undefined) return existing
    const candidate = unusedPseudonym(kind, generate)
    if (text.length > maxStoredLength) return candidate
    usedPseudonyms.add(kind + candidate)
    pseudonymOf.set(key, candidate)
    return candidate
  }

  return {
    text: (text) => (unchangedTexts.includes(text) ? text : pseudonym('=', text, () => randomLookalike(text))),
    number: (text) => pseudonym('=', text, () => randomNumber(text)),
    name: (text) => pseudonym('.', text, () => `name_${randomWord()}`),
    size: () => pseudonymOf.size,
  }
}
