import { daysSinceEpoch } from './calendar.js'
import { guardCodec } from './guardCodec.js'

/**
 * A calendar date, `YYYY-MM-DD`. It stays a string: it has no time zone, so a `Date` could show the day before or after.
 *
 * @example
 * import { plainDate } from 'rxbank/codec'
 *
 * assert.deepStrictEqual(plainDate.is('2024-02-29'), true)
 * assert.deepStrictEqual(plainDate.is('2023-02-29'), false)
 */
export const plainDate = guardCodec(
  'date (YYYY-MM-DD)',
  (u): u is string => typeof u === 'string' && u.length === 10 && !Number.isNaN(daysSinceEpoch(u)),
)
