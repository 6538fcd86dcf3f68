import * as t from 'io-ts'
import { daysSinceEpoch } from './calendar.js'

const isPlainDate = (u: unknown): u is string =>
  typeof u === 'string' && u.length === 10 && !Number.isNaN(daysSinceEpoch(u))

/**
 * A day of the calendar, `YYYY-MM-DD`, that stays a string: it has no zone, so a `Date` would move it for some readers.
 *
 * @example
 * import { plainDate } from 'rxbank'
 *
 * assert.deepStrictEqual(plainDate.is('2024-02-29'), true)
 * assert.deepStrictEqual(plainDate.is('2023-02-29'), false)
 */
export const plainDate: t.Type<string, string, unknown> = new t.Type(
  'date (YYYY-MM-DD)',
  isPlainDate,
  (u, context) => (isPlainDate(u) ? t.success(u) : t.failure(u, context)),
  t.identity,
)
