import { InvalidArgumentError } from 'commander'
import { isLeft } from 'fp-ts/lib/Either.js'
import { plainDate } from '../base/codec/calendar.js'
import { decode } from '../base/codec/decode.js'
import { timestamp } from '../base/codec/timestamp.js'
import { duration } from './formatText.js'

const units = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses an option as a duration with a unit, of at least `min` milliseconds; returns milliseconds. */
export const parseDuration =
  (min: number) =>
  (text: string): number => {
    const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|min|h|d)$/.exec(text) ?? []
    const value = unit === undefined ? NaN : Number(number) * units[unit as keyof typeof units]
    if (value >= min) return value
    const bound = min === 0 ? '' : `, ${duration(min)} or more`
    throw new InvalidArgumentError(`Expected a time such as 500ms, 30s, 5m or 2h${bound}.`)
  }

/** Parses an option as an integer from `min` to `max`. */
export const parseInteger =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (value >= min && value <= max) return value
    const bound = max === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${String(max)}`
    throw new InvalidArgumentError(`Expected an integer, ${String(min)}${bound}.`)
  }

/** Parses an option as the path of a file. */
export const parsePath = (text: string): string => {
  if (text !== '') return text
  throw new InvalidArgumentError('Expected the path of a file.')
}

/** What to do with a row that cannot be decoded. */
export type InvalidRows = 'error' | 'report'

/** The choices of `--on-invalid-row`. */
export const invalidRowChoices: ReadonlyArray<InvalidRows> = ['error', 'report']

/** Parses an option as a port. */
export const parsePort = parseInteger(0, 65_535)

/** Parses an option as a time: ISO 8601 with an offset or `Z`, or a date, which means its start in UTC. */
export const parseMoment = (text: string): Date => {
  const decoded = decode(timestamp, plainDate.is(text) ? `${text}T00:00:00Z` : text)
  if (isLeft(decoded))
    throw new InvalidArgumentError('Expected a date or time such as 2026-01-31 or 2026-01-31T09:30:00Z.')
  return decoded.right
}
