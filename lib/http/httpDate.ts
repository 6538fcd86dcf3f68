import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { timestamp } from '../codec/timestamp.js'

/** The last one: the answers of one second have the same. */
let last = ''
let moment: Option<number> = none

/** The moment that a `Date` or `Retry-After` header names, in milliseconds since 1970, with whole seconds. */
export const httpDate = (text = ''): Option<number> => {
  if (text !== last) {
    const date = new Date(text)
    moment = timestamp.is(date) && date.toUTCString() === text ? some(date.getTime()) : none
    last = text
  }
  return moment
}
