import { guardCodec } from './guardCodec.js'

/**
 * The result of {@link twoDigits} for other characters: so far below 0 that a year, month or day computed from it is
 * negative.
 */
const notDigits = -1e6

/**
 * @internal The number that two characters of a text represent, or a negative number if they are not digits.
 */
export const twoDigits = (text: string, index: number): number => {
  const tens = text.charCodeAt(index) - 48
  const ones = text.charCodeAt(index + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : notDigits
}

const monthLengths = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const isDay = (year: number, month: number, day: number): boolean =>
  year >= 0 && day >= 1 && (day <= (monthLengths[month] ?? 0) || (month === 2 && day === 29 && isLeap(year)))

/** Days from 1 March of year 0 to 1 January 1970. */
const daysBefore1970 = 719468

const dayNumber = (year: number, month: number, day: number): number => {
  const isJanuaryOrFebruary = month <= 2
  const marchYear = isJanuaryOrFebruary ? year - 1 : year
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  const daysBeforeMonth = Math.floor((153 * (isJanuaryOrFebruary ? month + 9 : month - 3) + 2) / 5)
  return marchYear * 365 + leapDays + daysBeforeMonth + day - 1 - daysBefore1970
}

/** The last date that was parsed, and its result. Consecutive rows of a list often have the same date. */
let lastDate = 0
let lastNumber = NaN

/** @internal Days since 1970 of the `YYYY-MM-DD` that a text begins with; `NaN` if the calendar has no such day. */
export const daysSinceEpoch = (text: string): number => {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const packed = year * 10000 + month * 100 + day
  if (packed === lastDate) return lastNumber
  if (!isDay(year, month, day)) return NaN
  lastDate = packed
  lastNumber = dayNumber(year, month, day)
  return lastNumber
}

const dayMs = 24 * 60 * 60_000

/** @internal The text `YYYY-MM-DD` of a number of days since 1970. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/**
 * A calendar date, `YYYY-MM-DD`. It stays a string: it has no time zone, so a `Date` could show the day before or
 * after.
 *
 * @example
 * import { plainDate } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(plainDate.is('2024-02-29'), true)
 * assert.deepStrictEqual(plainDate.is('2023-02-29'), false)
 */
export const plainDate = /* @__PURE__ */ guardCodec(
  'date (YYYY-MM-DD)',
  (u): u is string => typeof u === 'string' && u.length === 10 && !Number.isNaN(daysSinceEpoch(u)),
)
