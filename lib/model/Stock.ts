import * as t from 'io-ts'
import { assumed } from '../codec/assumed.js'
import { finite } from '../codec/finite.js'
import { id } from '../codec/id.js'
import { plainDate } from '../codec/plainDate.js'
import { record } from '../codec/record.js'
import { timestamp } from '../codec/timestamp.js'

/**
 * A stock: a position held in an account. What the interface does not show is {@link Assumed}.
 *
 * - `id`: integer, the `stock_id` of its path; interface.md §2.
 * - `updated_at`, `created_at`: `Date`; the wire has ISO 8601 UTC; assumed, the profile's.
 * - `label`: its name, text; `ticker`, `stock_key`, `marketplace`: text; assumed, the profile's.
 * - `isin`: ISO 6166; assumed, the profile's.
 * - `quantity`: number of shares, may be a fraction; assumed, the profile's.
 * - `current_price`, `average_purchase_price`: of one share, in `currency_code`; assumed, the profile's.
 * - `total_value`: in `currency_code`; assumed, the profile's.
 * - `currency_code`: ISO 4217; assumed, the profile's.
 * - `value_date`: `YYYY-MM-DD`, no zone; assumed, the profile's.
 * - `account_id`: integer; assumed, the profile's.
 * - `is_deleted`: boolean, true only in lists of what changed; assumed, the profile's.
 *
 * @example
 * import { stock } from 'rxbank'
 *
 * assert.ok(stock.is({ id: 1510467, label: 'Demo', quantity: 8, current_price: 124.96, currency_code: 'USD' }))
 */
export const stock = record(
  'stock',
  { id },
  assumed({
    updated_at: timestamp,
    created_at: timestamp,
    label: t.string,
    ticker: t.string,
    stock_key: t.string,
    marketplace: t.string,
    isin: t.string,
    quantity: finite,
    current_price: finite,
    average_purchase_price: finite,
    total_value: finite,
    currency_code: t.string,
    value_date: plainDate,
    account_id: id,
    is_deleted: t.boolean,
  }),
)

/** What {@link stock} decodes to. */
export interface Stock extends t.TypeOf<typeof stock> {}
