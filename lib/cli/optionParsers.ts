import { InvalidArgumentError } from 'commander'
import { isLeft } from 'fp-ts/lib/Either.js'
import { decode, plainDate, timestamp } from '../codec.js'

/** Reads an option as a whole number from `least` to `greatest`. */
export const wholeNumber =
  (least: number, greatest = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (value >= least && value <= greatest) return value
    const bound = greatest === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${String(greatest)}`
    throw new InvalidArgumentError(`Expected a whole number, ${String(least)}${bound}.`)
  }

/** Reads an option as the path of a file. */
export const path = (text: string): string => {
  if (text !== '') return text
  throw new InvalidArgumentError('Expected the path of a file.')
}

/** What happens to a row that cannot be decoded. */
export type InvalidRows = 'error' | 'report'

/** The choices of an option that says what happens to a row that cannot be decoded. */
export const invalidRows: ReadonlyArray<InvalidRows> = ['error', 'report']

/** Reads an option as a port. */
export const port = wholeNumber(0, 65_535)

/** Reads an option as a time: ISO 8601 with an offset or `Z`, or a date, which means its beginning in UTC. */
export const moment = (text: string): Date => {
  const decoded = decode(timestamp, plainDate.is(text) ? `${text}T00:00:00Z` : text)
  if (isLeft(decoded)) throw new InvalidArgumentError('Expected a moment, as 2026-01-31 or 2026-01-31T09:30:00Z.')
  return decoded.right
}
