import { none, type Option, some } from 'fp-ts/lib/Option.js'
import { timestamp } from '../codec/timestamp.js'

const read = (text: string | undefined): Option<number> => {
  const date = new Date(text ?? '')
  return timestamp.is(date) && date.toUTCString() === text ? some(date.getTime()) : none
}

/** The last one: the answers of one second have the same. */
let last: string | undefined
let moment: Option<number> = none

/** The moment that a `Date` or `Retry-After` header names, in milliseconds since 1970, with whole seconds. */
export const httpDate = (text: string | undefined): Option<number> => {
  if (text !== last) {
    moment = read(text)
    last = text
  }
  return moment
}
