import * as t from 'io-ts'
import { plainDate } from '../../base/codec/calendar.js'
import { id } from '../../base/codec/id.js'
import { finite } from '../../base/codec/numbers.js'
import { lenient, record } from '../../base/codec/record.js'
import { timestamp } from '../../base/codec/timestamp.js'

/**
 * The fields that a stock has in every API version of Bridge. Documented for 2018-06-15 and 2021-06-01; seen in
 * clients' code for 2025-01-15.
 */
export interface StockFields {
  /** The id: an integer from 0 to 2^53 - 1. Documented; as of 2025-01-15, seen in clients' code. */
  readonly id: number
  /**
   * The time of the last update. Sent as ISO 8601 in UTC, with or without milliseconds. Documented; as of
   * 2025-01-15, seen in clients' code.
   */
  readonly updated_at: Date
  /**
   * The time of creation. Sent as ISO 8601 in UTC, with or without milliseconds. Documented; as of
   * 2025-01-15, seen in clients' code.
   */
  readonly created_at?: Date | null | undefined
  /** The name of the position. Documented; as of 2025-01-15, seen in clients' code. */
  readonly label?: string | null | undefined
  /** The ticker of the position, a string. Documented; as of 2025-01-15, seen in clients' code. */
  readonly ticker?: string | null | undefined
  /** The key of the position, a string. Documented; as of 2025-01-15, seen in clients' code. */
  readonly stock_key?: string | null | undefined
  /** The marketplace, a string. Documented; as of 2025-01-15, seen in clients' code. */
  readonly marketplace?: string | null | undefined
  /** The ISIN, by ISO 6166. Documented; as of 2025-01-15, seen in clients' code. */
  readonly isin?: string | null | undefined
  /** The number of shares; it may be a fraction. Documented; as of 2025-01-15, seen in clients' code. */
  readonly quantity?: number | null | undefined
  /**
   * The current price of one share, in units of `currency_code`, not in cents. Documented; as of 2025-01-15, clients'
   * code.
   */
  readonly current_price?: number | null | undefined
  /**
   * The average price that was paid for one share, in units of `currency_code`, not in cents. Documented; as of
   * 2025-01-15, seen in clients' code.
   */
  readonly average_purchase_price?: number | null | undefined
  /**
   * The value of all shares, in units of `currency_code`, not in cents. Documented; as of 2025-01-15, seen in clients'
   * code.
   */
  readonly total_value?: number | null | undefined
  /** The currency of the amounts, by ISO 4217, such as `EUR`. Documented; as of 2025-01-15, seen in clients' code. */
  readonly currency_code?: string | null | undefined
  /** The day of the value, `YYYY-MM-DD`, without a zone. Documented; as of 2025-01-15, seen in clients' code. */
  readonly value_date?: string | null | undefined
}

/** The codecs of {@link StockFields}, which the codecs of stocks include. */
export const stockFields = record<StockFields>(
  'stock',
  { id, updated_at: timestamp },
  {
    // An invalid value of one of these fields is an error, because sums depend on them.
    total_value: finite,
    currency_code: t.string,
    ...lenient({
      created_at: timestamp,
      label: t.string,
      ticker: t.string,
      stock_key: t.string,
      marketplace: t.string,
      isin: t.string,
      quantity: finite,
      current_price: finite,
      average_purchase_price: finite,
      value_date: plainDate,
    }),
  },
)
