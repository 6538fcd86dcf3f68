import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'
import { fieldOf2018 } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** A transaction of an account, as of 2018-06-15; documented. */
export interface Bridge2018Transaction {
  /** The id: an integer from 0 to 2^53 - 1, seen up to 3.8e13. Documented. */
  readonly id: number
  /** The account that it belongs to. Documented. */
  readonly account: Reference
  /**
   * The amount in units of `currency_code`, not in cents: positive for a credit, negative for a debit, such as -4.99.
   * Add amounts with `minorUnits`. Documented.
   */
  readonly amount: number
  /** The day of the transaction, `YYYY-MM-DD`: a day of the calendar, without a time or a zone. Documented. */
  readonly date: string
  /** The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at: Date
  /** The readable description. Documented. */
  readonly description?: string | null | undefined
  /** The bank's own description. Documented. */
  readonly raw_description?: string | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented. */
  readonly currency_code?: string | null | undefined
  /** Whether the row was removed; true only in lists of changes. Documented. */
  readonly is_deleted?: boolean | null | undefined
  /** Its category. Documented. */
  readonly category?: Reference | null | undefined
  /** The path of the transaction. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The type of the resource: `transaction`. Documented. */
  readonly resource_type?: string | null | undefined
}

/** The codec of a {@link Bridge2018Transaction}. */
export const bridge2018Transaction = record<Bridge2018Transaction>(
  'transaction',
  { id, account: fieldOf2018(reference), amount: finite, date: plainDate, updated_at: timestamp },
  {
    // An invalid value of one of these fields is an error, because sums depend on them.
    currency_code: t.string,
    is_deleted: t.boolean,
    ...lenient({
      description: t.string,
      raw_description: t.string,
      category: reference,
      resource_uri: t.string,
      resource_type: t.string,
    }),
  },
)
