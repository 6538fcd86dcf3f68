import { none, type Option, some } from 'fp-ts/lib/Option.js'

/** The moment that a `Date` or `Retry-After` header names, in milliseconds since 1970, with whole seconds. */
export const httpDate = (text: string | undefined): Option<number> => {
  const moment = Date.parse(text ?? '')
  return !Number.isNaN(moment) && new Date(moment).toUTCString() === text ? some(moment) : none
}
