import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { timestamp } from '../codec/timestamp.js'

/** The last header that was parsed: all answers of the same second have the same `Date`. */
let last = ''
let moment: Option<number> = none

/** Parses a `Date` or `Retry-After` header with a date, to milliseconds since 1970; it has whole seconds. */
export const httpDate = (text = ''): Option<number> => {
  if (text !== last) {
    const date = new Date(text)
    moment = timestamp.is(date) && date.toUTCString() === text ? some(date.getTime()) : none
    last = text
  }
  return moment
}
