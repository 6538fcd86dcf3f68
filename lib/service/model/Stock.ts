import * as t from 'io-ts'
import { type Assumed, assumed } from '../../base/codec/assumed.js'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { stockFields } from './stockFields.js'

/** The decoded type of {@link stock}. */
export interface Stock {
  /** The id: an integer from 0 to 2^53 - 1, the `stock_id` of its path. Documented. */
  readonly id: number
  /** The time of the last update. Sent as ISO 8601 in UTC. Assumed: not documented. */
  readonly updated_at?: Assumed<Date> | null | undefined
  /** The time of creation. Sent as ISO 8601 in UTC. Assumed: not documented. */
  readonly created_at?: Assumed<Date> | null | undefined
  /** The name of the position. Assumed: not documented. */
  readonly label?: Assumed<string> | null | undefined
  /** The ticker of the position, a string. Assumed: not documented. */
  readonly ticker?: Assumed<string> | null | undefined
  /** The key of the position, a string. Assumed: not documented. */
  readonly stock_key?: Assumed<string> | null | undefined
  /** The marketplace, a string. Assumed: not documented. */
  readonly marketplace?: Assumed<string> | null | undefined
  /** The ISIN, by ISO 6166. Assumed: not documented. */
  readonly isin?: Assumed<string> | null | undefined
  /** The number of shares; it may be a fraction. Assumed: not documented. */
  readonly quantity?: Assumed<number> | null | undefined
  /** The current price of one share, in units of `currency_code`, not in cents. Assumed: not documented. */
  readonly current_price?: Assumed<number> | null | undefined
  /**
   * The average price that was paid for one share, in units of `currency_code`, not in cents. Assumed: not documented.
   */
  readonly average_purchase_price?: Assumed<number> | null | undefined
  /** The value of all shares, in units of `currency_code`, not in cents. Assumed: not documented. */
  readonly total_value?: Assumed<number> | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Assumed: not documented. */
  readonly currency_code?: Assumed<string> | null | undefined
  /** The day of the value, `YYYY-MM-DD`, without a zone. Assumed: not documented. */
  readonly value_date?: Assumed<string> | null | undefined
  /** The id of the account that it belongs to. Assumed: not documented. */
  readonly account_id?: Assumed<number> | null | undefined
  /** Whether the row was removed; true only in lists of changes. Assumed: not documented. */
  readonly is_deleted?: Assumed<boolean> | null | undefined
}

/**
 * A stock: a position in an account. Undocumented fields are {@link Assumed}.
 *
 * @example
 * import { stock } from 'rxbank/codec'
 *
 * assert.ok(stock.is({ id: 1510467, label: 'Demo', quantity: 8, current_price: 124.96, currency_code: 'USD' }))
 */
export const stock = record<Stock>(
  'stock',
  { id: stockFields.required.id },
  assumed({
    updated_at: stockFields.required.updated_at,
    ...stockFields.optional,
    account_id: id,
    is_deleted: t.boolean,
  }),
)
