import { anyLike, anyNumber, anyWord } from './shapes.js'

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

/** Longer texts are not stored, to save memory; they get a new pseudonym each time. */
const longest = 8192
/** How many random pseudonyms are tried before the next free one is taken: nearly all short ones may be in use. */
const mostTries = 100
/** Texts that are kept, since they contain no information. */
const plain: ReadonlyArray<string> = ['', '<redacted>']

const shortId = /^[1-9]\d{0,5}$/

/**
 * The next number with as many digits that is not in use. It keeps pseudonyms of short ids distinct, so that two rows
 * do not become one.
 */
const nextFree = (taken: string, isTaken: (text: string) => boolean): string => {
  const least = 10 ** (taken.length - 1)
  for (let step = 1; step < 9 * least; step++) {
    const next = String(least + ((Number(taken) - least + step) % (9 * least)))
    if (!isTaken(next)) return next
  }
  return taken
}

/**
 * Creates random pseudonyms. The table of them is never written, and there is no key: nobody can compute the original
 * of a pseudonym, or the pseudonym of a guess. Different values get different pseudonyms, as long as there are enough
 * of the same form.
 */
export const createPseudonyms = (): Pseudonyms => {
  const known = new Map<string, string>()
  const taken = new Set<string>()

  const unused = (kind: string, another: () => string): string => {
    const isTaken = (made: string): boolean => taken.has(kind + made)
    let made = another()
    for (let tries = 1; isTaken(made) && tries < mostTries; tries++) made = another()
    return isTaken(made) && shortId.test(made) ? nextFree(made, isTaken) : made
  }

  const pseudonym = (kind: string, text: string, another: () => string): string => {
    const key = kind + text
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const made = unused(kind, another)
    if (text.length > longest) return made
    taken.add(kind + made)
    known.set(key, made)
    return made
  }

  return {
    text: (text) => (plain.includes(text) ? text : pseudonym('=', text, () => anyLike(text))),
    number: (text) => pseudonym('=', text, () => anyNumber(text)),
    name: (text) => pseudonym('.', text, () => `name_${anyWord()}`),
    size: () => known.size,
  }
}
