import * as t from 'io-ts'
import { finite } from '../../codec/finite.js'
import { id } from '../../codec/id.js'
import { plainDate } from '../../codec/plainDate.js'
import { record } from '../../codec/record.js'
import { timestamp } from '../../codec/timestamp.js'
import { asInEarlier } from './asIn.js'
import { reference } from './Reference.js'

/** The codec of a {@link Bridge2018Transaction}. */
export const bridge2018Transaction = record(
  'transaction',
  { id, account: asInEarlier(reference), amount: finite, date: plainDate, updated_at: timestamp },
  {
    description: t.string,
    raw_description: t.string,
    currency_code: t.string,
    is_deleted: t.boolean,
    category: reference,
    resource_uri: t.string,
    resource_type: t.string,
  },
)

/**
 * A transaction of an account, as of 2018-06-15; documented.
 *
 * - `id`: integer, up to 3.8e13 as it was seen.
 * - `account`, `category`: see {@link Reference}.
 * - `amount`: in `currency_code`, ISO 4217; positive for a credit.
 * - `date`: `YYYY-MM-DD`, no zone.
 * - `updated_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `description`, `raw_description`: text, made readable and as the bank sent it.
 * - `is_deleted`: boolean, true only in lists of what changed.
 * - `resource_uri`, `resource_type`: its path, and `transaction`.
 */
export interface Bridge2018Transaction extends t.TypeOf<typeof bridge2018Transaction> {}
