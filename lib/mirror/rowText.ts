import { MirrorError } from './MirrorError.js'

/** What neither `jsonb` nor `text` can hold: NUL, and halves of characters. */
const unkept = /\p{Surrogate}|\0/gu
/** Their escapes in JSON; a backslash that is itself escaped may stand before them, so that this is only a suspicion. */
const suspicious = /\\u(?:0000|d[89a-f])/

const replacement = '\uFFFD'

/** A text that databases can hold: with U+FFFD in place of what they cannot. */
export const keepable = (text: string): string => text.replace(unkept, replacement)

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return keepable(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(clean)
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [keepable(key), clean(held)]))
}

/** SQLite reads no JSON that is nested deeper than 1000, PostgreSQL no more than its stack holds. */
const deepest = 500
/** A shorter text cannot be nested so deep. */
const shortest = 2 * deepest

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (than === 0 || Object.values(value).some((held) => isDeeper(held, than - 1)))

/** A row as JSON that databases can hold; moments are ISO 8601 UTC with milliseconds. */
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
