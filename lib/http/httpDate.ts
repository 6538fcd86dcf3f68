import { none, type Option, some } from 'fp-ts/lib/Option.js'

/** The length of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, whose year has four digits. */
const dateLength = 29

/** The header that was parsed last, and its result: all answers of one second have the same `Date`. */
let lastText = ''
let lastTime: Option<number> = none

/** The date of a `Date` or `Retry-After` header in milliseconds since 1970; `None` if it is not a date. */
export const httpDate = (text = ''): Option<number> => {
  if (text !== lastText) {
    const date = new Date(text)
    lastTime = date.toUTCString() === text && text.length === dateLength ? some(date.getTime()) : none
    lastText = text
  }
  return lastTime
}
