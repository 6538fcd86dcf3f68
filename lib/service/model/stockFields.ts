import * as t from 'io-ts'
import { finite } from '../../base/codec/finite.js'
import { id } from '../../base/codec/id.js'
import { lenient } from '../../base/codec/lenient.js'
import { plainDate } from '../../base/codec/plainDate.js'
import { timestamp } from '../../base/codec/timestamp.js'

/** The fields that a stock has at every stage. */
export const stockFields = {
  required: { id, updated_at: timestamp },
  optional: {
    // A wrong value of these is an error: sums depend on them.
    total_value: finite,
    currency_code: t.string,
    is_deleted: t.boolean,
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
}
