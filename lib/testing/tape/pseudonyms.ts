import { isRight } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { uuid } from '../../base/codec/uuid.js'
import { secureRandomInt } from '../../base/platform/random.js'
import { knownNames } from './knownNames.js'

/** Replaces the private values of an exchange before it is written to a tape. */
export interface Anonymizer {
  readonly text: (text: string) => string
  readonly number: (text: string) => string
  /** Replaces the name of a field or of a parameter, or a part of a path. */
  readonly name: (text: string) => string
  /** Whether all values of this field or parameter are written unchanged. */
  readonly keepsAll: (name: string) => boolean
}

/** The names and values that are written unchanged, in addition to the known harmless ones. */
export interface AllowedNames {
  readonly keepNames: ReadonlyArray<string>
  readonly keepValues: ReadonlyArray<string>
}

/** Replaces values with pseudonyms, unless they are known to be harmless or are allowed. */
export const createAnonymizer = (pseudonyms: Pseudonyms, { keepNames, keepValues }: AllowedNames): Anonymizer => {
  const names = new Set([...knownNames, ...keepNames, ...keepValues])
  const values = new Set(keepValues)
  return {
    text: pseudonyms.text,
    number: pseudonyms.number,
    name: (text) => (names.has(text) ? text : pseudonyms.name(text)),
    keepsAll: (name) => values.has(name),
  }
}

const unchanged = (text: string): string => text

/** Replaces nothing. A replay uses it to compare a request with those of a tape. */
export const noAnonymizer: Anonymizer = { text: unchanged, number: unchanged, name: unchanged, keepsAll: () => false }

const day = 24 * 60 * 60 * 1000

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + secureRandomInt(26))).join('')

/** A random word, long enough that no two are equal. */
const randomWord = (): string => letters(12)

const randomDate = (): Date => new Date(secureRandomInt(40_000) * day + secureRandomInt(day))

/**
 * Replaces each digit by a random one, except leading zeros. The first other digit, and the last one after a decimal point,
 * do not become zero.
 */
const randomDigits = (mantissa: string): string => {
  let hasStarted = false
  const last = mantissa.includes('.') ? mantissa.length - 1 : -1
  return Array.from(mantissa, (character, index) => {
    if (!/\d/.test(character) || (character === '0' && !hasStarted)) return character
    const isFirst = !hasStarted
    hasStarted = true
    return String(isFirst || index === last ? 1 + secureRandomInt(9) : secureRandomInt(10))
  }).join('')
}

/** A random number with the same sign, magnitude and number of decimals; a safe integer for a safe integer. */
const randomNumber = (text: string): string => {
  const [mantissa = '', exponent] = text.split('e')
  const digits = randomDigits(mantissa)
  const random = Number(exponent === undefined ? digits : `${digits}e${exponent}`)
  const isAlike = Number.isFinite(random) && Number.isSafeInteger(random) === Number.isSafeInteger(Number(text))
  return isAlike ? String(random) : randomNumber(text)
}

/** Characters that every header can contain. The codecs of secrets accept no others. */
const visible = /^[\x21-\x7e]{1,8192}$/

/**
 * The kinds of text that codecs distinguish, each with a function that creates a random text of that kind; the first
 * match counts.
 */
const shapes: ReadonlyArray<readonly [fits: (text: string) => boolean, generate: (text: string) => string]> = [
  [(text) => isRight(id.decode(text)), randomNumber],
  [uuid.is, (text) => text.replace(/[^-]/g, () => secureRandomInt(16).toString(16))],
  [plainDate.is, () => randomDate().toISOString().slice(0, 10)],
  [(text) => isRight(timestamp.decode(text)), () => randomDate().toISOString()],
  [
    (text) => /^https?:/i.test(text) && URL.canParse(text),
    (text) => `${new URL(text).protocol}//${randomWord()}.invalid/`,
  ],
  [(text) => /^[^\s@]+@[^\s@]+$/.test(text), () => `${randomWord()}@mail.invalid`],
  [(text) => visible.test(text), randomWord],
  [() => true, () => `${letters(6)} ${letters(6)}`],
]

/** A random text of the same kind. */
const randomLookalike = (text: string): string =>
  (shapes.find(([fits]) => fits(text)) as (typeof shapes)[number])[1](text)

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
