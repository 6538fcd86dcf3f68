import { isRight } from 'fp-ts/lib/Either.js'
import { plainDate } from '../../base/codec/calendar.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { isServiceValue } from '../../service/model/isServiceValue.js'
import { knownNames } from './knownNames.js'

/** Returns the part of a value that may be written to a tape, or `undefined`. */
type Keep = (u: unknown) => unknown

const matching =
  (pattern: RegExp): Keep =>
  (u) =>
    typeof u === 'string' && pattern.test(u) ? u : undefined

const word: Keep = (u) => (isServiceValue(u) ? u : undefined)

const count: Keep = (u) => (Number.isInteger(u) && Math.abs(u as number) < 10_000 ? u : undefined)

const precise = /^.{19}(?:\.\d{1,3})?(?:Z|[+-]\d\d:?\d\d)$/

/**
 * A date, with a time or without: it identifies nobody, and later requests depend on it. Digits beyond milliseconds are
 * removed.
 */
const date: Keep = (u) => {
  if (plainDate.is(u)) return u
  const moment = timestamp.decode(u)
  if (!isRight(moment)) return undefined
  return precise.test(u as string) ? u : timestamp.encode(moment.right)
}

const country = matching(/^[A-Za-z]{2}$/)

/** The fields whose values may be written, each with the function that returns the harmless part. */
const fields: ReadonlyArray<readonly [names: string, keep: Keep]> = [
  [
    `account_types authentication_type capabilities channel_type data_access last_refresh_status operation_type
    refresh_trigger release_status resource_type segment status_code_info type`,
    word,
  ],
  ['status', (u) => word(u) ?? count(u)],
  [
    `display_order maxLength minLength nb_deleted_transactions nb_max_transactions nb_new_transactions
    nb_updated_transactions refreshed_accounts_count status_code total_accounts_count`,
    count,
  ],
  // In an error: the name of a field or parameter.
  ['property', (u) => (typeof u === 'string' && knownNames.has(u) ? u : undefined)],
  ['isNum', matching(/^[01]$/)],
  ['country country_code', country],
  ['currency_code', matching(/^[A-Z]{3}$/)],
  [
    `authentication_expires_at booking_date created_at date expires_at last_successful_refresh last_try_refresh
    maturity_date next_payment_date opening_date refreshed_at transaction_date updated_at value_date`,
    date,
  ],
]

/** The query parameters whose values may be written, each with the function that returns the harmless part. */
const parameters: ReadonlyArray<readonly [names: string, keep: Keep]> = [
  ['limit', matching(/^\d{1,4}$/)],
  ['since until', (u) => date(u) ?? matching(/^\d{10,13}$/)(u)],
  ['max_date min_date', date],
  ['country language', country],
]

const byName = (table: typeof fields): ReadonlyMap<string, Keep> =>
  new Map(table.flatMap(([names, keep]) => names.split(/\s+/).map((name) => [name, keep] as const)))

const fieldRules = byName(fields)

const parameterRules = byName(parameters)

/** The part of a field's value that may be written, or `undefined`. */
export const harmlessField = (name: string, value: unknown): unknown => fieldRules.get(name)?.(value)

/** The part of a parameter's value that may be written, or `undefined`. */
export const harmlessParameter = (name: string, value: string): string | undefined =>
  parameterRules.get(name)?.(value) as string | undefined

/** Whether a text is an error code such as `users.not_found`, which error messages also show: it consists of words. */
export const isErrorCode = (text: string): boolean => text.length <= 64 && text.split(/[._:-]/).every(isServiceValue)
