import * as t from 'io-ts'
import { lenient } from '../../base/codec/lenient.js'
import { record } from '../../base/codec/record.js'
import { stockFields } from '../model/stockFields.js'
import { asInEarlier } from './profileField.js'
import { type Reference, reference } from './Reference.js'

/** The codec of a {@link Bridge2018Stock}. */
export const bridge2018Stock = record(
  'stock',
  { ...stockFields.required, account: asInEarlier(reference) },
  { ...stockFields.optional, ...lenient({ resource_uri: t.string, resource_type: t.string }) },
)

/** A position held in an account, as of 2018-06-15 and 2019-02-18; documented, in 2018-06-15 up to `value_date`. */
export interface Bridge2018Stock extends t.TypeOf<typeof bridge2018Stock> {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The account that it belongs to. Documented. */
  readonly account: Reference
  /** When it was last updated: a moment. The wire has ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly updated_at: Date
  /** When it was created: a moment. The wire has ISO 8601 in UTC, with or without milliseconds. Documented. */
  readonly created_at?: Date | null | undefined
  /** The name of the position. Documented. */
  readonly label?: string | null | undefined
  /** The ticker of the position, a text. Documented. */
  readonly ticker?: string | null | undefined
  /** The key of the position, a text. Documented. */
  readonly stock_key?: string | null | undefined
  /** The marketplace, a text. Documented. */
  readonly marketplace?: string | null | undefined
  /** The ISIN, by ISO 6166. Documented. */
  readonly isin?: string | null | undefined
  /** How many shares are held; it may be a fraction. Documented. */
  readonly quantity?: number | null | undefined
  /** The current price of one share, in units of `currency_code`, not in cents. Documented. */
  readonly current_price?: number | null | undefined
  /** The average price that was paid for one share, in units of `currency_code`, not in cents. Documented. */
  readonly average_purchase_price?: number | null | undefined
  /** The value of all shares, in units of `currency_code`, not in cents. Documented. */
  readonly total_value?: number | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented. */
  readonly currency_code?: string | null | undefined
  /** The day that the value is of, `YYYY-MM-DD`, without a zone. Documented. */
  readonly value_date?: string | null | undefined
  /** Whether the row was removed; true only in lists of what changed. Documented of 2019-02-18. */
  readonly is_deleted?: boolean | null | undefined
  /** The path of the stock. Documented. */
  readonly resource_uri?: string | null | undefined
  /** The kind of the resource: `stock`. Documented. */
  readonly resource_type?: string | null | undefined
}
