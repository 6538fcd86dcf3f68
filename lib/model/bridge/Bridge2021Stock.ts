import type * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { asIn2021 } from './asIn.js'
import { stockFields } from './stockFields.js'

/** The codec of a {@link Bridge2021Stock}. */
export const bridge2021Stock = record(
  'stock',
  { ...stockFields.required, account_id: asIn2021(id) },
  stockFields.optional,
)

/**
 * A position held in an account, as of 2021-06-01; documented.
 *
 * - `id`, `account_id`: integers.
 * - `updated_at`, `created_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `label`: its name, text; `ticker`, `stock_key`: text; `marketplace`: text, or `null`.
 * - `isin`: ISO 6166.
 * - `quantity`: number of shares, may be a fraction.
 * - `current_price`, `average_purchase_price`: of one share, in `currency_code`; `total_value`: of all; ISO 4217.
 * - `value_date`: `YYYY-MM-DD`, no zone.
 * - `is_deleted`: boolean, true only in lists of what changed.
 */
export interface Bridge2021Stock extends t.TypeOf<typeof bridge2021Stock> {}
