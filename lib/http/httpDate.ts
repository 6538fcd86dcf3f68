import { none, type Option, some } from 'fp-ts/lib/Option.js'

/** The length of a date whose year has four digits, such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
const usual = 29

/** The last header that was parsed: all answers of the same second have the same `Date`. */
let last = ''
let moment: Option<number> = none

/** Parses a `Date` or `Retry-After` header with a date, to milliseconds since 1970; it has whole seconds. */
export const httpDate = (text = ''): Option<number> => {
  if (text !== last) {
    const date = new Date(text)
    moment = date.toUTCString() === text && text.length === usual ? some(date.getTime()) : none
    last = text
  }
  return moment
}
