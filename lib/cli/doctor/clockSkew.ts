import type { RecordedExchange } from './doctorTransport.js'

const forms = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2,5}day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
]
/** The form without a zone, which `Date` would read as local time. */
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Parses a date in one of the three forms of HTTP, in milliseconds since 1970; `NaN` for any other text. */
export const parseHttpDate = (text = ''): number => {
  if (asctime.test(text)) return Date.parse(`${text} GMT`)
  return forms.some((form) => form.test(text)) ? Date.parse(text) : NaN
}

type DatedExchange = Pick<RecordedExchange, 'headers' | 'sentAt' | 'receivedAt'>

/** How far the service's clock is ahead, in milliseconds: from `min` to `max`. */
export interface Skew {
  readonly min: number
  readonly max: number
}

/** The precision of the `Date` header, which is rounded down. */
const second = 1000

/**
 * The skew that one response shows: its `Date` was written between the sending of the request and the receipt of the
 * answer.
 */
export const clockSkewOf = ({ headers, sentAt, receivedAt }: DatedExchange): Skew | undefined => {
  const date = parseHttpDate(headers.date)
  if (Number.isNaN(date)) return undefined
  return { min: date - receivedAt, max: date + second - sentAt }
}

/** The skew that agrees with all responses; `undefined` if there are none, or if they contradict each other. */
export const commonSkew = (skews: ReadonlyArray<Skew>): Skew | undefined => {
  const min = Math.max(...skews.map((skew) => skew.min))
  const max = Math.min(...skews.map((skew) => skew.max))
  return skews.length > 0 && min <= max ? { min, max } : undefined
}
