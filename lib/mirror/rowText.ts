import { MirrorError } from './MirrorError.js'

/** The characters that neither `jsonb` nor `text` can store: NUL and unpaired surrogates. */
const unkept = /\p{Surrogate}|\0/gu
/**
 * Matches their escapes in JSON. It may also match an escaped backslash that such letters follow, so a match is only a
 * reason to look closer.
 */
const suspicious = /\\u(?:0000|d[89a-f])/

const replacement = '\uFFFD'

/** A text that databases can store: characters that they cannot store are replaced by U+FFFD. */
export const keepable = (text: string): string => text.replace(unkept, replacement)

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return keepable(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(clean)
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [keepable(key), clean(held)]))
}

/**
 * The deepest nesting of a row. SQLite refuses JSON that is nested deeper than 1000, PostgreSQL what exceeds its stack.
 */
const deepest = 500
/** A JSON text that is shorter than this cannot be nested deeper than the limit. */
const shortest = 2 * deepest

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((held) => isDeeper(held, than - 1)))

/** A row as JSON that databases can store. Moments are ISO 8601 in UTC, with milliseconds. */
export const rowText = (row: unknown): string => {
  let text
  try {
    text = JSON.stringify(row)
  } catch {
    throw new MirrorError({ reason: 'unwritable' })
  }
  if (text.length >= shortest && isDeeper(row, deepest)) throw new MirrorError({ reason: 'unwritable' })
  return suspicious.test(text) ? JSON.stringify(clean(JSON.parse(text))) : text
}
