import type * as t from 'io-ts'
import { id } from '../../base/codec/id.js'
import { record } from '../../base/codec/record.js'
import { stockFields } from '../model/stockFields.js'
import { asIn2025 } from './profileField.js'

const { is_deleted: deleted, ...fields } = stockFields.optional

/** The codec of a {@link Bridge2025Stock}. */
export const bridge2025Stock = record(
  'stock',
  { ...stockFields.required, account_id: asIn2025(id) },
  { ...fields, deleted },
)

/** A position held in an account, as of 2025-01-15; clients' code. */
export interface Bridge2025Stock extends t.TypeOf<typeof bridge2025Stock> {
  /** The id: an integer from 0 to 2^53 - 1. Seen in clients' code. */
  readonly id: number
  /** The id of the account that it belongs to. Seen in clients' code. */
  readonly account_id: number
  /** When it was last updated: a moment. The wire has ISO 8601 in UTC, with or without milliseconds. Seen in clients' code. */
  readonly updated_at: Date
  /** When it was created: a moment. The wire has ISO 8601 in UTC, with or without milliseconds. Seen in clients' code. */
  readonly created_at?: Date | null | undefined
  /** The name of the position. Seen in clients' code. */
  readonly label?: string | null | undefined
  /** The ticker of the position, a text. Seen in clients' code. */
  readonly ticker?: string | null | undefined
  /** The key of the position, a text. Seen in clients' code. */
  readonly stock_key?: string | null | undefined
  /** The marketplace, a text. Seen in clients' code. */
  readonly marketplace?: string | null | undefined
  /** The ISIN, by ISO 6166. Seen in clients' code. */
  readonly isin?: string | null | undefined
  /** How many shares are held; it may be a fraction. Seen in clients' code. */
  readonly quantity?: number | null | undefined
  /** The current price of one share, in units of `currency_code`, not in cents. Seen in clients' code. */
  readonly current_price?: number | null | undefined
  /** The average price that was paid for one share, in units of `currency_code`, not in cents. Seen in clients' code. */
  readonly average_purchase_price?: number | null | undefined
  /** The value of all shares, in units of `currency_code`, not in cents. Seen in clients' code. */
  readonly total_value?: number | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Seen in clients' code. */
  readonly currency_code?: string | null | undefined
  /** The day that the value is of, `YYYY-MM-DD`, without a zone. Seen in clients' code. */
  readonly value_date?: string | null | undefined
  /** Whether the row was removed. Seen in clients' code. */
  readonly deleted?: boolean | null | undefined
}
