import { anyLike, anyNumber, anyWord } from './shapes.js'

/** What stands for what on one tape. */
export interface Pseudonyms {
  /** Of a text; of a number too, whose digits have the same pseudonym. */
  readonly text: (text: string) => string
  /** Of a number that is no id. */
  readonly number: (text: string) => string
  /** Of a name. */
  readonly name: (text: string) => string
  /** How many there are. */
  readonly size: () => number
}

/** Longer texts get another pseudonym each time: what is kept of them would be the whole. */
const longest = 8192
/** Of few that are alike, nearly all may be taken. */
const mostTries = 100
/** What stays: these say nothing. */
const plain: ReadonlyArray<string> = ['', '<redacted>']

const shortId = /^[1-9]\d{0,5}$/

/** The next number of as many digits that is not taken: two rows must not become one because they have short ids. */
const nextFree = (taken: string, isTaken: (text: string) => boolean): string => {
  const least = 10 ** (taken.length - 1)
  for (let step = 1; step < 9 * least; step++) {
    const next = String(least + ((Number(taken) - least + step) % (9 * least)))
    if (!isTaken(next)) return next
  }
  return taken
}

/**
 * Pseudonyms by chance, in a table that stays in memory: there is no key, and no way from a pseudonym back to what it
 * stands for, nor from a guess to its pseudonym. No two values have the same one, as far as there are enough of the kind.
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
