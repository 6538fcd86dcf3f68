import { none, type Option, some } from 'fp-ts/lib/Option.js'

/** The length of a date whose year has four digits, such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
const dateLength = 29

/** The last header that was parsed: all answers of the same second have the same `Date`. */
let lastText = ''
let lastTime: Option<number> = none

/** Parses a `Date` or `Retry-After` header with a date, to milliseconds since 1970; it has whole seconds. */
export const httpDate = (text = ''): Option<number> => {
  if (text !== lastText) {
    const date = new Date(text)
    lastTime = date.toUTCString() === text && text.length === dateLength ? some(date.getTime()) : none
    lastText = text
  }
  return lastTime
}
