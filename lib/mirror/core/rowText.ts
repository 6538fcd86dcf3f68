import { isRight, toUnion } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { parseJson } from '../../base/codec/parseJson.js'
import { MirrorError } from './MirrorError.js'

/** The characters that neither `jsonb` nor `text` of PostgreSQL can store: NUL and unpaired surrogates. */
const unstorableCharacters = /\p{Surrogate}|\0/gu
const unstorableCharacter = /\p{Surrogate}|\0/u
/**
 * Matches their escapes in JSON. It also matches an escaped backslash followed by the same letters, so a match needs
 * another check.
 */
const possibleEscape = /\\u(?:0000|d[89a-f])/

const replacement = '\uFFFD'

/** Replaces characters that databases cannot store by U+FFFD. */
// #sabotage: kept-text
export const toStorable = (text: string): string => text.replace(unstorableCharacters, replacement)

/** Applies `toStorable` to a parameter of a statement: to a text, or to each text of a list. */
export const toStorableValue = (value: unknown): unknown => {
  if (typeof value === 'string') return unstorableCharacter.test(value) ? toStorable(value) : value
  return Array.isArray(value) ? value.map(toStorableValue) : value
}

/** The characters that `escapeText` replaces. */
const escapedCharacters = /\p{Surrogate}|\0|\uFFFD/gu

/**
 * Replaces characters that databases cannot store by U+FFFD and their four hexadecimal digits, so that different texts
 * stay different. `unescapeText` restores the text.
 */
export const escapeText = (text: string): string =>
  text.replace(
    escapedCharacters,
    (character) => `${replacement}${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Restores a text from the result of `escapeText`. */
export const unescapeText = (text: string): string =>
  text.replace(/\uFFFD([\da-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Applies `toStorable` to the names of an object's fields, or `escapeText` if two names would become equal. */
const toStorableNames = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const cleaned = names.map(toStorable)
  const isUnique = (name: string) => cleaned.indexOf(name) === cleaned.lastIndexOf(name)
  return names.map((name, index) => {
    const cleanedName = cleaned[index] ?? name
    return cleanedName === name || isUnique(cleanedName) ? cleanedName : escapeText(name)
  })
}

/** Maps each text of plain data, and the names of fields. A `Date` stays unchanged. */
const mapTexts = (
  value: unknown,
  mapText: (text: string) => string,
  mapNames: (names: ReadonlyArray<string>) => ReadonlyArray<string>,
): unknown => {
  if (typeof value === 'string') return mapText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (Array.isArray(value)) return value.map((element) => mapTexts(element, mapText, mapNames))
  const names = mapNames(Object.keys(value))
  return Object.fromEntries(
    Object.values(value).map((field, index) => [names[index] ?? '', mapTexts(field, mapText, mapNames)]),
  )
}

const toStorableData = (value: unknown): unknown => mapTexts(value, toStorable, toStorableNames)

/** Prints plain data as JSON that databases can store. `parseState` restores the same data. */
export const printState = (value: unknown): string => {
  const text = JSON.stringify(value)
  const escapeNames = (names: ReadonlyArray<string>) => names.map(escapeText)
  return possibleEscape.test(text) || text.includes(replacement)
    ? JSON.stringify(mapTexts(value, escapeText, escapeNames))
    : text
}

/** Restores the data from the parsed JSON of `printState`. */
export const parseState = (json: unknown): unknown => mapTexts(json, unescapeText, (names) => names.map(unescapeText))

/** Decodes the JSON of `printState`; `undefined` if this version of the library cannot read it. */
export const decodeState = <A>(codec: t.Type<A, unknown>, text: unknown): A | undefined => {
  if (typeof text !== 'string') return undefined
  const decoded = codec.decode(parseState(toUnion(parseJson(text))))
  return isRight(decoded) ? decoded.right : undefined
}

/** Prints plain data as JSON, without the characters that databases cannot store. */
export const toStorableJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return possibleEscape.test(text) ? JSON.stringify(toStorableData(JSON.parse(text))) : text
}

/**
 * The maximum nesting depth of a row. SQLite refuses JSON deeper than 1000 levels, and PostgreSQL JSON that exceeds its
 * stack.
 */
const maxDepth = 500
/** A shorter JSON text cannot be nested deeper than `maxDepth`. */
const minDeepLength = 2 * maxDepth

const isDeeper = (value: unknown, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit === 0 || Object.values(value).some((child) => isDeeper(child, limit - 1)))

/** Prints a row as JSON that databases can store. Timestamps are ISO 8601 in UTC, with milliseconds. */
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
 * Applies `toStorable` to all texts of a row, for comparing and writing. A row that is nested too deeply stays
 * unchanged: `printRow` rejects it.
 */
export const toStorableRow = <A extends Readonly<Record<string, unknown>>>(row: A): A => {
  const isStorable = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return !unstorableCharacter.test(value)
    if (typeof value !== 'object' || value === null || depth === 0) return true
    return Object.entries(value).every(
      ([name, child]) => !unstorableCharacter.test(name) && isStorable(child, depth - 1),
    )
  }
  return isStorable(row, maxDepth + 1) || isDeeper(row, maxDepth) ? row : (toStorableData(row) as A)
}
