import { MirrorError } from './MirrorError.js'

/** The characters that neither `jsonb` nor `text` can store: NUL and unpaired surrogates. */
const unstorableCharacters = /\p{Surrogate}|\0/gu
const unstorableCharacter = /\p{Surrogate}|\0/u
/**
 * Matches their escapes in JSON. It may also match an escaped backslash that such letters follow, so a match is only a
 * reason to look closer.
 */
const possibleEscape = /\\u(?:0000|d[89a-f])/

const replacement = '\uFFFD'

/** A text that databases can store: characters that they cannot store are replaced by U+FFFD. */
// #sabotage: kept-text
export const toStorable = (text: string): string => text.replace(unstorableCharacters, replacement)

/** The value of a parameter that databases can store: a text, or a list of them, as `storable` has it. */
export const toStorableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return unstorableCharacter.test(value) ? toStorable(value) : value
  return Array.isArray(value) ? value.map(toStorableValue) : value
}

/** The characters that `lossless` writes in another way. */
const escapedCharacters = /\p{Surrogate}|\0|\uFFFD/gu

/**
 * A text that databases can store and from which `restored` makes the same text again: U+FFFD, with the four hexadecimal
 * digits of the character that it stands for. So two texts never become one.
 */
export const escapeText = (text: string): string =>
  text.replace(
    escapedCharacters,
    (character) => `${replacement}${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The text that `lossless` was given. */
export const unescapeText = (text: string): string =>
  text.replace(/\uFFFD([\da-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** The names of an object's fields, as databases can store them. Two names that would become one are kept apart. */
const toStorableNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const cleaned = names.map(toStorable)
  const isAlone = (name: string) => cleaned.indexOf(name) === cleaned.lastIndexOf(name)
  return names.map((name, index) => {
    const short = cleaned[index] ?? name
    return short === name || isAlone(short) ? short : escapeText(name)
  })
}

/** Plain data in which each text was replaced, names of fields too. Values such as a `Date` stay as they are. */
const mapTexts = (
  value: unknown,
  mapText: (text: string) => string,
  mapNames: (names: ReadonlyArray<string>) => ReadonlyArray<string>,
): unknown => {
  if (typeof value === 'string') return mapText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map((held) => mapTexts(held, mapText, mapNames))
  const names = mapNames(Object.keys(value))
  return Object.fromEntries(
    Object.values(value).map((held, index) => [names[index] ?? '', mapTexts(held, mapText, mapNames)]),
  )
}

const toStorableData = (value: unknown): unknown => mapTexts(value, toStorable, toStorableNames)

/** Writes plain data as JSON that databases can store. What `stateOf` reads is the same data: it is not for people. */
export const printState = (value: unknown): string => {
  const text = JSON.stringify(value)
  const names = (all: ReadonlyArray<string>) => all.map(escapeText)
  return possibleEscape.test(text) || text.includes(replacement)
    ? JSON.stringify(mapTexts(value, escapeText, names))
    : text
}

/** The data that `stateText` wrote, of its parsed JSON. */
export const parseState = (json: unknown): unknown => mapTexts(json, unescapeText, (names) => names.map(unescapeText))

/** Plain data as JSON that databases can store; what they cannot store is replaced. */
export const toStorableJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return possibleEscape.test(text) ? JSON.stringify(toStorableData(JSON.parse(text))) : text
}

/**
 * The deepest nesting of a row. SQLite refuses JSON that is nested deeper than 1000, PostgreSQL what exceeds its stack.
 */
const maxDepth = 500
/** A JSON text that is shorter than this cannot be nested deeper than the limit. */
const minDeepLength = 2 * maxDepth

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((held) => isDeeper(held, than - 1)))

/** A row as JSON that databases can store. Moments are ISO 8601 in UTC, with milliseconds. */
export const printRow = (row: unknown): string => {
  let text
  try {
    text = JSON.stringify(row)
  } catch {
    throw new MirrorError({ reason: 'unwritable' })
  }
  if (text.length >= minDeepLength && isDeeper(row, maxDepth)) throw new MirrorError({ reason: 'unwritable' })
  return possibleEscape.test(text) ? JSON.stringify(toStorableData(JSON.parse(text))) : text
}

/**
 * The row with all texts as databases can store them, for comparing and writing. Returns a row that is nested too deep
 * unchanged: `rowText` rejects it.
 */
export const toStorableRow = <A extends Readonly<Record<string, unknown>>>(row: A): A => {
  const isKept = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return !unstorableCharacter.test(value)
    if (typeof value !== 'object' || value === null || depth === 0) return true
    return Object.entries(value).every(([name, held]) => !unstorableCharacter.test(name) && isKept(held, depth - 1))
  }
  return isKept(row, maxDepth + 1) || isDeeper(row, maxDepth) ? row : (toStorableData(row) as A)
}
