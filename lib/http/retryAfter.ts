import { getOrElse, isSome, map, none, type Option, some } from 'fp-ts/lib/Option.js'
import type { ClientError } from '../base/error/ClientError.js'
import type { HttpResponse } from './HttpResponse.js'

/** The length of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, whose year has four digits. */
const dateLength = 29

/** The form of RFC 850: `Sunday, 06-Nov-94 08:49:37 GMT`. */
const rfc850 = /^(\w{3})\w{0,3}day, (\d\d)-(\w{3})-(\d\d) /
/** The form of the C function `asctime`: `Sun Nov  6 08:49:37 1994`. */
const asctime = /^(\w{3}) (\w{3}) ([ \d]\d) (\S+) (\d{4})$/

/** The header that was parsed last, and its result: all responses of one second have the same `Date`. */
let lastText = ''
let lastTime: Option<number> = none

/** Parses the current form, which servers must use. */
const parseFixdate = (text: string): Option<number> => {
  const date = new Date(text)
  return date.toUTCString() === text && text.length === dateLength ? some(date.getTime()) : none
}

/**
 * Converts the two older forms, which clients must still read, to the current form. If the year lacks its century, the
 * weekday decides, because it fits only one of two centuries.
 */
const toFixdates = (text: string): ReadonlyArray<string> => [
  text.replace(rfc850, '$1, $2 $3 20$4 '),
  text.replace(rfc850, '$1, $2 $3 19$4 '),
  text.replace(
    asctime,
    (_, weekday: string, month: string, day: string, time: string, year: string) =>
      `${weekday}, ${day.replace(' ', '0')} ${month} ${year} ${time} GMT`,
  ),
]

/**
 * The date of a `Date` or `Retry-After` header in milliseconds since 1970, in one of the three forms of HTTP; `None` if
 * it is not a date.
 */
export const httpDate = (text = ''): Option<number> => {
  if (text !== lastText) {
    lastTime = [text, ...toFixdates(text)].map(parseFixdate).find(isSome) ?? none
    lastText = text
  }
  return lastTime
}

/**
 * The wait that an error requests in its `retryAfter`, in milliseconds, at least `minimumMs`; 0 if it requests none.
 */
export const requestedWait = (error: ClientError, minimumMs = 0): number =>
  (error._tag === 'StatusError' || error._tag === 'RequestNotSent') && isSome(error.retryAfter)
    ? Math.max(error.retryAfter.value, minimumMs)
    : 0

const maxWaitMs = 24 * 60 * 60 * 1000

const clampWait = (wait: number): number => Math.min(Math.max(wait, 0), maxWaitMs)

/**
 * The wait that a `Retry-After` header requests, in milliseconds, at most a day; `None` if it is neither seconds nor a
 * date.
 *
 * A date is compared with the `Date` of the response or, without one, with `wall`, the local time. For a date in the
 * past the wait is 0.
 */
export const retryAfter = ({ headers }: HttpResponse, wall: number): Option<number> => {
  const text = String(headers['retry-after']).trim()
  // #sabotage: retry-after
  if (/^\d+$/.test(text)) return some(clampWait(Number(text) * 1000))
  const now = getOrElse(() => wall)(httpDate(headers.date))
  return map((until: number) => clampWait(until - now))(httpDate(text))
}
