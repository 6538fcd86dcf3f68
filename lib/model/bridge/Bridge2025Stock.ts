import type * as t from 'io-ts'
import { id } from '../../codec/id.js'
import { record } from '../../codec/record.js'
import { asIn2025 } from './asIn.js'
import { stockFields } from './stockFields.js'

const { is_deleted: deleted, ...fields } = stockFields.optional

/** The codec of a {@link Bridge2025Stock}. */
export const bridge2025Stock = record(
  'stock',
  { ...stockFields.required, account_id: asIn2025(id) },
  { ...fields, deleted },
)

/**
 * A position held in an account, as of 2025-01-15; clients' code.
 *
 * - `id`, `account_id`: integers.
 * - `updated_at`, `created_at`: `Date`; the wire has ISO 8601 UTC, with or without milliseconds.
 * - `label`: its name, text; `ticker`, `stock_key`, `marketplace`: text.
 * - `isin`: ISO 6166.
 * - `quantity`: number of shares, may be a fraction.
 * - `current_price`, `average_purchase_price`: of one share, in `currency_code`; `total_value`: of all; ISO 4217.
 * - `value_date`: `YYYY-MM-DD`, no zone.
 * - `deleted`: boolean, true for a row that was removed.
 */
export interface Bridge2025Stock extends t.TypeOf<typeof bridge2025Stock> {}
