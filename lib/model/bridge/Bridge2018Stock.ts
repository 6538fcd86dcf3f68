import * as t from 'io-ts'
import { record } from '../../codec/record.js'
import { asInEarlier } from './asIn.js'
import { reference } from './Reference.js'
import { stockFields } from './stockFields.js'

/** The codec of a {@link Bridge2018Stock}. */
export const bridge2018Stock = record(
  'stock',
  { ...stockFields.required, account: asInEarlier(reference) },
  { ...stockFields.optional, resource_uri: t.string, resource_type: t.string },
)

/**
 * A position held in an account, as of 2018-06-15 and 2019-02-18; documented, in 2018-06-15 up to `value_date`.
 *
 * - `id`: integer.
 * - `account`: see {@link Reference}.
 * - `updated_at`, `created_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `label`: its name, text; `ticker`, `stock_key`: text; `marketplace`: text, or `null`.
 * - `isin`: ISO 6166.
 * - `quantity`: number of shares, may be a fraction.
 * - `current_price`, `average_purchase_price`: of one share, in `currency_code`; `total_value`: of all; ISO 4217.
 * - `value_date`: `YYYY-MM-DD`, no zone.
 * - `is_deleted`: boolean, true only in lists of what changed.
 * - `resource_uri`, `resource_type`: its path, and `stock`.
 */
export interface Bridge2018Stock extends t.TypeOf<typeof bridge2018Stock> {}
