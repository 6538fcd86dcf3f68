import type * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { stockFields } from '../model/stockFields.js'
import { asIn2021 } from './profileField.js'

/** The codec of a {@link Bridge2021Stock}. */
export const bridge2021Stock = record(
  'stock',
  { ...stockFields.required, account_id: asIn2021(id) },
  stockFields.optional,
)

/** A position held in an account, as of 2021-06-01; documented. */
export interface Bridge2021Stock extends t.TypeOf<typeof bridge2021Stock> {
  /** The id: an integer from 0 to 2^53 - 1. Documented. */
  readonly id: number
  /** The id of the account that it belongs to. Documented. */
  readonly account_id: number
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
  /** Whether the row was removed; true only in lists of what changed. Documented. */
  readonly is_deleted?: boolean | null | undefined
}
