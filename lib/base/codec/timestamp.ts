import type * as t from 'io-ts'
import { daysSinceEpoch, twoDigits } from './calendar.js'
import { createCodec, guardCodec } from './guardCodec.js'

// 1 January of year 0. `Date.UTC(0, 0)` would be in 1900.
const earliest = Date.UTC(-1, 12)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const fractionAndOffset = /^(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):?(\d\d))$/

/** Milliseconds since 1970 of the `YYYY-MM-DDTHH:mm:ss` at the beginning of a text, read as UTC. */
const parseDateTime = (text: string): number => {
  if (text.charCodeAt(10) !== 84 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return NaN
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return NaN
  return (daysSinceEpoch(text) * 86400 + hour * 3600 + minute * 60 + second) * 1000
}

const parseOtherForms = (text: string): number => {
  const parts = fractionAndOffset.exec(text.slice(19))
  if (parts === null) return NaN
  const [, fraction = '', sign, hours = '00', minutes = '00'] = parts
  if (Number(hours) > 23 || Number(minutes) > 59) return NaN
  const offset = (Number(hours) * 60 + Number(minutes)) * 60000
  const value = parseDateTime(text) + Number(fraction.padEnd(3, '0').slice(0, 3)) - (sign === '-' ? -offset : offset)
  return value >= earliest && value <= latest ? value : NaN
}

/**
 * Reads the two usual forms, `…:ss.sssZ` and `…:ssZ`, by character codes, because a page has hundreds of timestamps.
 */
const parseTimestamp = (text: string): number => {
  if (text.length === 24 && text.charCodeAt(19) === 46 && text.charCodeAt(23) === 90) {
    const fraction = (text.charCodeAt(20) - 48) * 100 + twoDigits(text, 21)
    return text.charCodeAt(20) <= 57 && fraction >= 0 ? parseDateTime(text) + fraction : NaN
  }
  return text.length === 20 && text.charCodeAt(19) === 90 ? parseDateTime(text) : parseOtherForms(text)
}

const isMoment = (u: unknown): u is Date => u instanceof Date && u.getTime() >= earliest && u.getTime() <= latest

/**
 * A `Date`, decoded from ISO 8601 with seconds, with or without a fraction, in UTC (`Z`) or with an offset.
 *
 * Days that the calendar does not have, hour 24 and second 60 are refused. A `Date` has a resolution of one
 * millisecond: further digits are dropped. Encodes as UTC with milliseconds.
 *
 * @example
 * import { timestamp } from 'rxbank/codec'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * assert.deepStrictEqual(timestamp.decode('2019-08-06T12:28:32.332Z'), right(new Date(1565094512332)))
 * assert.deepStrictEqual(timestamp.encode(new Date(0)), '1970-01-01T00:00:00.000Z')
 */
export const timestamp: t.Type<Date, string> = createCodec(
  'timestamp',
  isMoment,
  (u) => {
    const value = typeof u === 'string' ? parseTimestamp(u) : NaN
    return Number.isNaN(value) ? undefined : new Date(value)
  },
  (date) => date.toISOString(),
)

/** The codec of a `Date` in options. Its year must have four digits, as the API writes four. */
export const validDate = /* @__PURE__ */ guardCodec('a valid Date of the years 0 to 9999', timestamp.is)
